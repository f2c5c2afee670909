#include <sketchbench/features/kernel_pca/operators/sampled_signs.hpp>

#include <sketchbench/features/kernel_pca/operators/random_signs.hpp>

namespace sketchbench {
namespace {

SparseTriangle::FinishRow rounding(double bound, Seed seed) {
  return [signs = RandomSigns(bound), seed](Index i, std::span<float> values) {
    RandomStream stream(seed, "signs of a sampled Gram matrix", static_cast<std::uint64_t>(i));
    for (float& value : values) value = signs.is_negative(value, stream) ? -1.0f : 1.0f;
  };
}

}  // namespace

SampledSigns::SampledSigns(const Kernel& kernel, const Rows& x, double s, Seed seed, int threads)
    : SymmetricOperator(x.size()),
      bound_(largest_kernel_value(kernel, x)),
      value_(s * bound_),
      signs_(
          kernel, x,
          {.s = s, .seed = seed, .purpose = "sampled Gram matrix", .entries = SparseTriangle::Entries::signs},
          rounding(bound_, seed), threads) {}

}  // namespace sketchbench
