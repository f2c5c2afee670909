#include <sketchbench/learners/falkon/falkon_model.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/threads.hpp>

namespace sketchbench {

using Eigen::MatrixXd;
using Eigen::RowVectorXd;

FalkonModel::FalkonModel(LandmarkKernel kernel, MatrixXd coefficients, RowVectorXd intercepts,
                         std::vector<int> labels)
    : kernel_(std::move(kernel)),
      coefficients_(std::move(coefficients)),
      intercepts_(std::move(intercepts)),
      labels_(std::move(labels)) {}

std::optional<ModelParts> FalkonModel::parts() const {
  ModelParts parts{
      .whole = {},
      .real = {{"coefficients", {coefficients_.data(), coefficients_.data() + coefficients_.size()}},
               {"intercepts", {intercepts_.begin(), intercepts_.end()}}},
      .rows = kernel_.landmarks()};
  if (!labels_.empty()) parts.whole["labels"] = part_of_labels(labels_);
  return parts;
}

std::unique_ptr<Model> FalkonModel::restore(const ModelParts& parts, Task task, const Kernel& kernel,
                                            Index features) {
  const PartsReader reader(parts);
  const Rows landmarks = reader.rows(features);
  const std::vector<int> labels = task == Task::classification ? reader.labels() : std::vector<int>();
  const Index outputs = labels.size() > 2 ? std::ssize(labels) : 1;
  const auto& coefficients =
      reader.real("coefficients", static_cast<std::size_t>(landmarks.size() * outputs));
  const auto& intercepts = reader.real("intercepts", static_cast<std::size_t>(outputs));
  return std::make_unique<FalkonModel>(
      LandmarkKernel(kernel, landmarks),
      Eigen::Map<const MatrixXd>(coefficients.data(), landmarks.size(), outputs),
      Eigen::Map<const RowVectorXd>(intercepts.data(), outputs), labels);
}

void FalkonModel::score(const Rows& x, int threads, std::span<double> scores) const {
  if (x.dim() != kernel_.d_in())
    throw InputError(
        fmt::format("the rows have {} features, expected {} as in training", x.dim(), kernel_.d_in()));
  parallel_blocks_with(x.size(), falkon_rows_at_once, threads, [&]() -> BlockBody {
    return [&, values = MatrixXd(kernel_.stride(), falkon_rows_at_once)](Index begin, Index end) mutable {
      kernel_.values(x.slice(begin, end), values.data());
      for (Index i = begin; i < end; ++i)
        for (Index k = 0; k < outputs(); ++k)
          scores[static_cast<std::size_t>(i * outputs() + k)] =
              coefficients_.col(k).dot(values.col(i - begin).head(kernel_.count())) + intercepts_(k);
    };
  });
}

float FalkonModel::decide(std::span<const double> scores) const {
  if (labels_.empty()) {
    const auto target = static_cast<float>(scores.front());
    return std::isfinite(target) ? target : std::numeric_limits<float>::quiet_NaN();
  }
  const auto best = scores.size() == 1 ? (scores[0] > 0 ? 0 : 1)
                                       : std::max_element(scores.begin(), scores.end()) - scores.begin();
  return static_cast<float>(labels_[static_cast<std::size_t>(best)]);
}

}  // namespace sketchbench
