#include "features/count_sketch.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/error.hpp"

namespace sketchbench {

CountSketches::CountSketches(Index d, Index buckets, Index count, Index stride, Seed seed)
    : d_(d), count_(count), stride_(stride) {
  constexpr auto most = static_cast<double>(std::numeric_limits<std::uint32_t>::max());
  if (static_cast<double>(count) * static_cast<double>(stride) > most)
    throw InputError(fmt::format("{} count sketches of {} values each, expected at most {} values in all", count,
                                 buckets, std::numeric_limits<std::uint32_t>::max()));
  entries_.resize(static_cast<std::size_t>((d + 1) * count));
  const auto range = static_cast<std::uint64_t>(buckets);
  for (Index k = 0; k < count; ++k) {
    const auto level = static_cast<std::uint64_t>(k);
    const auto draw = [&](Index j, RandomStream& h, RandomStream& s) {
      const auto slot = static_cast<std::uint64_t>(k * stride) + h.below(range);
      entries_[j * count + k] = {static_cast<std::uint32_t>(slot), static_cast<float>(s.sign())};
    };
    RandomStream h(seed, "count_sketch.h", level), s(seed, "count_sketch.s", level);
    for (Index j = 0; j < d; ++j) draw(j, h, s);
    RandomStream constant_h(seed, "count_sketch.constant_h", level), constant_s(seed, "count_sketch.constant_s", level);
    draw(d, constant_h, constant_s);
  }
}

double CountSketches::memory(Index d, Index count) {
  return (static_cast<double>(d) + 1) * static_cast<double>(count) * sizeof(Entry);
}

}  // namespace sketchbench
