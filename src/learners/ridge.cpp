#include "learners/ridge.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "core/threads.hpp"
#include "learners/labels.hpp"
#include "learners/specification.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index rows_per_block = 256;    // that a thread makes or reads at once
constexpr Index rows_per_chunk = 1024;   // that X^T X takes at once
constexpr Index columns_per_part = 128;  // of X^T X, that a thread adds to

/// Calls body(begin, block) for all rows, block by block.
template <class Body>
void for_each_block(const RowBlocks& rows, Index first, Index last, int threads, Body&& body) {
  parallel_blocks_with(last - first, rows_per_block, threads, [&]() -> BlockBody {
    return [&, workspace = RowMajorMatrix()](Index begin, Index end) mutable {
      body(first + begin, rows.block(first + begin, first + end, workspace));
    };
  });
}

/// What is subtracted from rows and targets: their means, or nothing.
struct Origin {
  VectorXd x;
  double y = 0;
};

Origin means_of(const RowBlocks& rows, std::span<const float> y, int threads) {
  // A sum for each block, added up in their order, whichever thread was first.
  MatrixXd sums(rows.dim(), (rows.size() + rows_per_block - 1) / rows_per_block);
  for_each_block(rows, 0, rows.size(), threads, [&](Index begin, const RowBlock& block) {
    sums.col(begin / rows_per_block) = block.cast<double>().colwise().sum().transpose();
  });
  Origin mean{.x = sums.rowwise().sum() / static_cast<double>(rows.size())};
  for (const float target : y) mean.y += double{target};
  mean.y /= static_cast<double>(y.size());
  return mean;
}

/// X^T X, of which the lower triangle is filled, X^T y and |y|^2, about the origin.
struct NormalEquations {
  MatrixXd xx;
  VectorXd xy;
  double yy = 0;
};

NormalEquations normal_equations(const RowBlocks& rows, std::span<const float> y, const Origin& origin,
                                 int threads) {
  const Index d = rows.dim();
  NormalEquations sums{.xx = MatrixXd::Zero(d, d), .xy = VectorXd::Zero(d)};
  MatrixXd chunk(std::min(rows_per_chunk, rows.size()), d);
  for (Index first = 0; first < rows.size(); first += rows_per_chunk) {
    const Index count = std::min(rows_per_chunk, rows.size() - first);
    for_each_block(rows, first, first + count, threads, [&](Index begin, const RowBlock& block) {
      chunk.middleRows(begin - first, block.rows()) = block.cast<double>().rowwise() - origin.x.transpose();
    });
    const auto x = chunk.topRows(count);
    parallel_blocks(d, columns_per_part, threads, [&](Index begin, Index end) {
      sums.xx.block(begin, begin, d - begin, end - begin).noalias() +=
          x.rightCols(d - begin).transpose() * x.middleCols(begin, end - begin);
    });
    const VectorXd targets =
        Eigen::Map<const Eigen::VectorXf>(&y[static_cast<std::size_t>(first)], count).cast<double>().array() -
        origin.y;
    sums.xy.noalias() += x.transpose() * targets;
    sums.yy += targets.squaredNorm();
  }
  return sums;
}

/// (X^T X + lambda I)^-1 X^T y; the matrix gives way to its factor.
VectorXd solve(NormalEquations& equations, double lambda) {
  equations.xx.diagonal().array() += lambda;
  const Eigen::LLT<Eigen::Ref<MatrixXd>> factor(equations.xx);
  if (factor.info() != Eigen::Success || !(factor.rcond() >= std::numeric_limits<double>::epsilon()))
    throw InputError(
        fmt::format("ridge: X^T X + lambda I is singular to double precision with lambda = {:g}: raise "
                    "lambda, or scale the data",
                    lambda));
  return factor.solve(equations.xy);
}

class LinearRegression final : public Regressor {
 public:
  LinearRegression(VectorXd w, double intercept) : w_(std::move(w)), intercept_(intercept) {}

 private:
  void score(const Rows& x, int threads, std::span<double> scores) const override {
    if (x.dim() != w_.size())
      throw InputError(
          fmt::format("the rows have {} features, expected {} as in training", x.dim(), w_.size()));
    for_each_block(StoredRows(x), 0, x.size(), threads, [&](Index begin, const RowBlock& block) {
      Eigen::Map<VectorXd>(&scores[static_cast<std::size_t>(begin)], block.rows()) =
          (block.cast<double>() * w_).array() + intercept_;
    });
  }

  VectorXd w_;
  double intercept_;
};

Ridge::Params parse(const Json& canonical) {
  return {.lambda = canonical.at("lambda").get<double>(), .intercept = canonical.at("intercept").get<bool>()};
}

Json canonical(StrictObject& spec) {
  const Ridge::Params defaults;
  Json result = {{"lambda", positive_number_or(spec, "lambda", defaults.lambda)},
                 {"intercept", spec.boolean_or("intercept", defaults.intercept)}};
  if (reads_streamed_features(spec)) add_streamed_features(result);
  return result;
}

double memory_of(const Json& spec, const TrainingShape& shape) {
  const auto n = static_cast<double>(shape.n), d = static_cast<double>(shape.d);
  const double chunk = 8 * d * std::min<double>(n, rows_per_chunk);
  const double blocks = (asks_for_streams(spec) ? 3 : 2) * 8 * d * rows_per_block;
  const double sums = parse(spec).intercept ? 8 * d * (n / rows_per_block + 1) : 0;
  return 8 * d * d + chunk + blocks + sums + 8 * static_cast<double>(shape.n_test);
}

double seconds_of(const Json& /*spec*/, const Kernel&, const TrainingShape& shape) {
  constexpr double seconds_per_product = 5e-11, seconds_per_value = 1e-9;
  const auto n = static_cast<double>(shape.n), d = static_cast<double>(shape.d);
  return seconds_per_product * (n * d * d / 2 + d * d * d / 6) +
         seconds_per_value * d * (2 * n + static_cast<double>(shape.n_test));
}

}  // namespace

Trained Ridge::train(const LabeledRows& data, Seed seed) const {
  check_training_data(data, "ridge", Task::regression);
  return train_on_blocks(StoredRows(data.x), data.y, seed);
}

Trained Ridge::train_on_blocks(const RowBlocks& rows, std::span<const float> y, Seed /*seed*/) const {
  const Origin origin =
      params_.intercept ? means_of(rows, y, params_.threads) : Origin{.x = VectorXd::Zero(rows.dim())};
  NormalEquations equations = normal_equations(rows, y, origin, params_.threads);
  VectorXd w = solve(equations, params_.lambda);
  Trained trained;
  // At the minimum, |Xw - y|^2 + lambda |w|^2 = |y|^2 - <w, X^T y>; rounding alone can make it negative.
  trained.report.objectives = {std::max(0.0, equations.yy - w.dot(equations.xy))};
  const double intercept = origin.y - w.dot(origin.x);
  trained.model = std::make_unique<LinearRegression>(std::move(w), intercept);
  return trained;
}

LearnerKind ridge_kind() {
  return {.type = "ridge",
          .version = 1,
          .uses_kernel = false,
          .streams = asks_for_streams,
          .regressors = "ridge",
          .canonical = canonical,
          .make = [](const Json& spec, const Kernel&, int threads) -> std::unique_ptr<Learner> {
            Ridge::Params params = parse(spec);
            params.threads = threads;
            return std::make_unique<Ridge>(params);
          },
          .memory = memory_of,
          .seconds = seconds_of,
          .title = "ridge regression",
          .citation =
              "Hoerl, A. E. and Kennard, R. W. (1970). Ridge regression: biased estimation for nonorthogonal "
              "problems. Technometrics 12(1).",
          .advice = "raise lambda"};
}

}  // namespace sketchbench
