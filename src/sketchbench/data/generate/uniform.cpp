#include <fmt/format.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/data/generate/generated.hpp>

namespace sketchbench {

DenseMatrix generate_uniform(std::span<const Index> rows, Index d, Seed seed) {
  if (d < 1) throw InputError(fmt::format("uniform: d is {}, expected at least 1 column", d));
  DenseMatrix points(static_cast<Index>(rows.size()), d);
  float* value = points.value.data();
  for (const Index row : rows) {
    RandomStream random(seed, "uniform/row", static_cast<std::uint64_t>(row));
    // The middle of one of 2^23 equal cells: exact in single precision, and never 0 or 1.
    for (Index j = 0; j < d; ++j) *value++ = (static_cast<float>(random.bits32() >> 9) + 0.5f) * 0x1p-23f;
  }
  return points;
}

}  // namespace sketchbench
