#include <sketchbench/features/kernel_pca/kernel_pca_training.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/features/kernel_pca/model/pca_coefficients.hpp>
#include <sketchbench/features/kernel_pca/operators/centred.hpp>
#include <sketchbench/numerics/eigensolvers/subspaces.hpp>

namespace sketchbench {
namespace {

using Eigen::VectorXd;

struct Solved {
  Eigenpairs pairs;
  VectorXd row_means;  ///< none where nothing is centred
  Json facts;          ///< of the matrix
};

/// The matrix, whichever it is, lives no longer than this.
Solved solve(const MakeTrainingMatrix& make, const Rows& train, Index l, Seed seed,
             const KernelPcaChoices& choices, int threads) {
  const TrainingMatrix training = make(train);
  const SymmetricOperator& matrix = *training.matrix;
  Json facts = training.facts;
  facts["matrix_bytes"] = matrix.memory_bytes();
  if (!choices.centred)
    return {.pairs = leading_eigenpairs(choices.solver, matrix, l, seed, choices.rule, threads),
            .row_means = {},
            .facts = std::move(facts)};
  const Centred centred(matrix, threads);
  return {.pairs = leading_eigenpairs(choices.solver, centred, l, seed, choices.rule, threads),
          .row_means = centred.row_means(),
          .facts = std::move(facts)};
}

Json facts_of(const Solved& solved, const PcaCoefficients& model, Index rows,
              const KernelPcaChoices& choices) {
  const Eigenpairs& pairs = solved.pairs;
  const double gap = 2 * std::max(choices.rule.tolerance, pairs.residual);
  const double largest = pairs.values.cwiseAbs().maxCoeff();
  Json facts = solved.facts;
  facts["eigenvalues"] = std::vector<double>(pairs.values.begin(), pairs.values.end());
  facts["rank"] = model.rank;
  facts["cut_off"] = kernel_pca_cut_off;
  facts["negative"] = (pairs.values.array() < -kernel_pca_cut_off * largest).count();
  facts["coinciding"] = Json::array();
  if (model.rank > 1) facts["coinciding"] = coinciding_eigenvalues(pairs.values.head(model.rank), gap);
  facts["last_coincides"] =
      model.rank == pairs.values.size() && last_eigenvalue_coincides(pairs, choices.rule.tolerance);
  facts["converged"] = pairs.converged;
  facts["residual"] = pairs.residual;
  facts["iterations"] = pairs.iterations;
  facts["products"] = pairs.products;
  facts["rows"] = rows;
  if (choices.rounding > 0) facts["nonzero_share"] = model.nonzero_share;
  return facts;
}

}  // namespace

void require_projectable(const Kernel& kernel, Index projection) {
  if (projection > 0 && !kernel.uses_products())
    throw InputError(
        fmt::format("a projection to {} dimensions keeps inner products and distances, and the kernel {} is "
                    "not a function of them: expected 0, for no projection",
                    projection, kernel.display()));
}

std::unique_ptr<KernelPcaMap> train_kernel_pca(const Kernel& kernel, const Rows& train, Index l, Seed seed,
                                               const KernelPcaChoices& choices,
                                               const MakeTrainingMatrix& make, int threads) {
  require_components(l, train.size());
  require_projectable(kernel, choices.projection);
  std::optional<SignProjection> projection;
  DenseMatrix projected;
  Rows rows = train;
  if (choices.projection > 0) {
    projection.emplace(train.dim(), choices.projection, seed);
    projected = projection->project(train, threads);
    rows = projected.view();
  }
  Solved solved = solve(make, rows, l, seed, choices, threads);
  const PcaCoefficients model = pca_coefficients(
      solved.pairs,
      {.row_means = std::exchange(solved.row_means, {}), .rounding = choices.rounding, .seed = seed});
  solved.pairs.vectors.resize(0, 0);
  KernelExpansions expansions(kernel, rows, model.coefficients, model.offsets);
  Json facts = facts_of(solved, model, expansions.rows(), choices);
  return std::make_unique<KernelPcaMap>(std::move(expansions), std::move(projection), std::move(facts));
}

std::unique_ptr<KernelPcaMap> restore_kernel_pca(const Kernel& kernel, Index d, Index l, Seed seed,
                                                 const KernelPcaChoices& choices, const MapParts& parts) {
  std::optional<SignProjection> projection;
  if (choices.projection > 0) projection.emplace(d, choices.projection, seed);
  const Index columns = projection ? choices.projection : d;
  return std::make_unique<KernelPcaMap>(KernelExpansions::restored(kernel, columns, l, MapPartsReader(parts)),
                                        std::move(projection), nullptr);
}

double kernel_pca_memory(Index d, Index m, Index l, const KernelPcaChoices& choices, double matrix_bytes,
                         double making_bytes) {
  const auto rows = static_cast<double>(m), features = static_cast<double>(l);
  const double projected = sizeof(float) * rows * static_cast<double>(choices.projection);
  // Row means, and a centred copy of what is multiplied and its product.
  const double centred =
      choices.centred ? rows * (3 * sizeof(double) + 2 * sizeof(float) * (features + 16)) : 0;
  const double solving =
      matrix_bytes + std::max(making_bytes, centred + eigenpairs_memory(choices.solver, m, l));
  const double model =
      rows * (sizeof(double) * (features + 3) + sizeof(float) * (features + 1) + sizeof(Index));
  return projected + std::max(solving, model + KernelPcaMap::memory(d, m, l, choices.projection));
}

}  // namespace sketchbench
