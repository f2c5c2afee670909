#include "experiments/sampling_theorems/randomised_gram.hpp"

#include <sketchbench/core/error.hpp>
#include <sketchbench/features/kernel_pca/operators/quantised_gram.hpp>
#include <sketchbench/features/kernel_pca/operators/sampled_signs.hpp>
#include <sketchbench/features/kernel_pca/operators/sparsified_gram.hpp>

namespace sketchbench {

std::unique_ptr<SymmetricOperator> make_randomised(const RandomisedMatrix& matrix, const Kernel& kernel,
                                                   const Rows& rows, Seed seed, int threads) {
  switch (matrix.how) {
    case Randomisation::sparsified:
      return std::make_unique<SparsifiedGram>(kernel, rows, matrix.s, seed, threads);
    case Randomisation::quantised:
      return std::make_unique<QuantisedGram>(kernel, rows, seed, threads);
    case Randomisation::sampled_signs:
      return std::make_unique<SampledSigns>(kernel, rows, matrix.s, seed, threads);
  }
  throw Error("a randomised matrix of no known kind");
}

double memory_of(const RandomisedMatrix& matrix, Index m) {
  switch (matrix.how) {
    case Randomisation::sparsified:
      return SparsifiedGram::memory(m, matrix.s);
    case Randomisation::quantised:
      return QuantisedGram::memory(m);
    case Randomisation::sampled_signs:
      return SampledSigns::memory(m, matrix.s);
  }
  throw Error("a randomised matrix of no known kind");
}

SpectralNorm norm_of_difference(const SymmetricOperator& a, const SymmetricOperator& b, double tolerance,
                                int threads) {
  if (a.size() != b.size()) throw Error("two matrices of different sizes have no difference");
  constexpr Seed start_seed = 1;
  Eigen::MatrixXf in(a.size(), 1), of_a(a.size(), 1), of_b(a.size(), 1);
  const auto product = [&](const Eigen::VectorXd& v) -> Eigen::VectorXd {
    in = v.cast<float>();
    a.multiply(in, of_a, threads);
    b.multiply(in, of_b, threads);
    return of_a.col(0).cast<double>() - of_b.col(0).cast<double>();
  };
  return spectral_norm(a.size(), product, tolerance, start_seed);
}

}  // namespace sketchbench
