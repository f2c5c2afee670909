#include <sketchbench/learners/linear_regression.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/learners/multiplied_rows.hpp>
#include <sketchbench/learners/ridge/row_passes.hpp>

namespace sketchbench {

using Eigen::VectorXd;

std::optional<ModelParts> LinearRegression::parts() const {
  return ModelParts{
      .whole = {}, .real = {{"weights", {w_.begin(), w_.end()}}, {"intercept", {intercept_}}}, .rows = {}};
}

std::unique_ptr<Model> LinearRegression::restore(const ModelParts& parts, Index features) {
  const PartsReader reader(parts);
  const auto& w = reader.real("weights", static_cast<std::size_t>(features));
  return std::make_unique<LinearRegression>(Eigen::Map<const VectorXd>(w.data(), features),
                                            reader.scalar("intercept"));
}

void LinearRegression::score(const Rows& x, int threads, std::span<double> scores) const {
  if (x.dim() != w_.size())
    throw InputError(
        fmt::format("the rows have {} features, expected {} as in training", x.dim(), w_.size()));
  if (x.is_sparse()) {
    multiply_all(StoredRows(x), w_, threads, scores);
    for (double& score : scores) score += intercept_;
    return;
  }
  for_each_block(StoredRows(x), 0, x.size(), threads, [&](Index begin, const RowBlock& block) {
    Eigen::Map<VectorXd>(&scores[static_cast<std::size_t>(begin)], block.rows()) =
        (block.cast<double>() * w_).array() + intercept_;
  });
}

}  // namespace sketchbench
