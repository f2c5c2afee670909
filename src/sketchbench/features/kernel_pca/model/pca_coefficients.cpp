#include <sketchbench/features/kernel_pca/model/pca_coefficients.hpp>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/features/kernel_pca/model/rounded_coefficients.hpp>

namespace sketchbench {
namespace {

using Eigen::VectorXd;

Index rank_of(const VectorXd& values) {
  const double least = kernel_pca_cut_off * values.cwiseAbs().maxCoeff();
  Index rank = 0;
  while (rank < values.size() && values(rank) > least) ++rank;
  return rank;
}

}  // namespace

PcaCoefficients pca_coefficients(const Eigenpairs& found, const CoefficientChoices& choices) {
  if (!found.values.allFinite() || !found.vectors.allFinite())
    throw InputError(
        "eigenvalues of a kernel matrix are not finite, expected numbers in single precision: scale the "
        "data");
  const Index m = found.vectors.rows(), l = found.vectors.cols();
  const bool centred = choices.row_means.size() > 0;
  PcaCoefficients result{.coefficients = Eigen::MatrixXf::Zero(m, l),
                         .offsets = VectorXd::Zero(centred ? l : 0),
                         .rank = rank_of(found.values)};
  Index nonzeros = 0;
  for (Index k = 0; k < result.rank; ++k) {
    VectorXd alpha = found.vectors.col(k);
    // An eigenvector of a centred matrix has the mean 0, but for what the solver left.
    if (centred) alpha.array() -= alpha.mean();
    if (choices.rounding > 0)
      alpha = rounded_coefficients(alpha, choices.rounding, choices.seed, static_cast<std::uint64_t>(k));
    const Eigen::VectorXf coefficients = (alpha / std::sqrt(found.values(k))).cast<float>();
    nonzeros += (coefficients.array() != 0).count();
    if (centred) result.offsets(k) = coefficients.cast<double>().dot(choices.row_means);
    result.coefficients.col(k) = coefficients;
  }
  if (result.rank > 0)
    result.nonzero_share =
        static_cast<double>(nonzeros) / (static_cast<double>(m) * static_cast<double>(result.rank));
  return result;
}

}  // namespace sketchbench
