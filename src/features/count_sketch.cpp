#include "features/count_sketch.hpp"

#include <utility>

namespace sketchbench {

CountSketches::CountSketches(Index d, Index buckets, std::vector<SignalLayout> layouts, Seed seed)
    : d_(d), count_(static_cast<Index>(layouts.size())), layouts_(std::move(layouts)) {
  entries_.resize(static_cast<std::size_t>((d + 1) * count_));
  const auto range = static_cast<std::uint64_t>(buckets);
  for (Index k = 0; k < count_; ++k) {
    const auto level = static_cast<std::uint64_t>(k);
    const auto [offset, step, scale] = layouts_[level];
    const auto draw = [&, offset = offset, step = step, scale = scale](Index j, RandomStream& h,
                                                                       RandomStream& s) {
      const Index slot = offset + step * static_cast<Index>(h.below(range));
      entries_[j * count_ + k] = {static_cast<std::uint32_t>(slot), scale * static_cast<float>(s.sign())};
    };
    RandomStream h(seed, "count_sketch.h", level), s(seed, "count_sketch.s", level);
    for (Index j = 0; j < d; ++j) draw(j, h, s);
    RandomStream constant_h(seed, "count_sketch.constant_h", level),
        constant_s(seed, "count_sketch.constant_s", level);
    draw(d, constant_h, constant_s);
  }
}

Index CountSketches::bucket(Index k, Index j) const {
  const SignalLayout& layout = layouts_[static_cast<std::size_t>(k)];
  return (entries_[j * count() + k].slot - layout.offset) / layout.step;
}

double CountSketches::memory(Index d, Index count) {
  return (static_cast<double>(d) + 1) * static_cast<double>(count) * sizeof(Entry);
}

}  // namespace sketchbench
