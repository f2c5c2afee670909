#include <sketchbench/features/kernel_pca/operators/sparsified_gram.hpp>

namespace sketchbench {

SparsifiedGram::SparsifiedGram(const Kernel& kernel, const Rows& x, double s, Seed seed, int threads)
    : SymmetricOperator(x.size()),
      entries_(
          kernel, x,
          {.s = s,
           .seed = seed,
           .purpose = "sparsified Gram matrix",
           .entries = SparseTriangle::Entries::values},
          [factor = static_cast<float>(s)](Index, std::span<float> values) {
            for (float& value : values) value *= factor;
          },
          threads) {}

}  // namespace sketchbench
