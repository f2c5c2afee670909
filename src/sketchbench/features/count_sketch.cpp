#include <sketchbench/features/count_sketch.hpp>

#include <utility>

namespace sketchbench {

CountSketches::CountSketches(Index d, Index buckets, std::vector<SignalLayout> layouts, Seed seed)
    : d_(d), count_(static_cast<Index>(layouts.size())), layouts_(std::move(layouts)) {
  entries_.resize(static_cast<std::size_t>((d + 1) * count_));
  const auto range = static_cast<std::uint64_t>(buckets);
  for (Index k = 0; k < count_; ++k) {
    const auto level = static_cast<std::uint64_t>(k);
    SignalLayout& layout = layouts_[level];
    const auto draw = [&](Index j, RandomStream& h, RandomStream& s) {
      const auto bucket = static_cast<Index>(h.below(range));
      entries_[j * count_ + k] = {static_cast<std::uint32_t>(layout.place(bucket)),
                                  layout.factor(bucket) * static_cast<float>(s.sign())};
    };
    RandomStream h(seed, "count_sketch.h", level), s(seed, "count_sketch.s", level);
    for (Index j = 0; j < d; ++j) draw(j, h, s);
    RandomStream constant_h(seed, "count_sketch.constant_h", level),
        constant_s(seed, "count_sketch.constant_s", level);
    draw(d, constant_h, constant_s);
    layout.weight = std::vector<float>();  // what it was for stands in the entries
  }
}

Index CountSketches::bucket(Index k, Index j) const {
  return layouts_[static_cast<std::size_t>(k)].value_at(entries_[j * count() + k].slot);
}

double CountSketches::memory(Index d, Index count) {
  return (static_cast<double>(d) + 1) * static_cast<double>(count) * sizeof(Entry);
}

}  // namespace sketchbench
