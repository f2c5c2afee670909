#include <sketchbench/learners/falkon/falkon.hpp>

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/features/nystrom/landmark_kernel.hpp>
#include <sketchbench/features/nystrom/landmarks.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/learners/blocked_cholesky.hpp>
#include <sketchbench/learners/distinct_rows.hpp>
#include <sketchbench/learners/falkon/falkon_model.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner_fields.hpp>
#include <sketchbench/learners/target_columns.hpp>
#include <sketchbench/learners/typed_learner.hpp>

namespace sketchbench {
namespace {

using Eigen::Lower;
using Eigen::MatrixXd;
using Eigen::RowVectorXd;

constexpr Index columns_per_task = 128;
// Rows are divided into so many parts, each added up by itself: whatever the threads, the same sums.
constexpr Index most_parts = 64;

/// The numbers that are learnt about their origin: of this rank's rows, with sums over all ranks.
class Targets {
 public:
  /// About the origin: an expression, worked out where it is used. (In front, so that its type is known
  /// below.)
  auto row(Index i) const {
    return RowVectorXd::NullaryExpr(count(), [this, i](Index k) { return columns_.at(i, k) - origin_(k); });
  }
  Targets(const LabeledRows& data, const std::vector<ClassCount>& classes, bool about_mean,
          const Communicator& ranks)
      : weights_(data.weights), columns_(data.y, classes) {
    origin_ = RowVectorXd::Zero(count());
    RowVectorXd sum = RowVectorXd::Zero(count());
    for (Index i = 0; i < data.x.size(); ++i) {
      total_weight_ += weight(i);
      sum += weight(i) * row(i);
    }
    total_weight_ = ranks.sum_of(total_weight_);
    ranks.sum_in_place(sum);
    if (about_mean) origin_ = sum / total_weight_;
    squares_ = RowVectorXd::Zero(count());
    for (Index i = 0; i < data.x.size(); ++i) squares_ += weight(i) * row(i).cwiseAbs2();
    ranks.sum_in_place(squares_);
  }

  Index count() const { return columns_.count(); }
  double weight(Index i) const { return weights_.empty() ? 1 : weights_[static_cast<std::size_t>(i)]; }
  double total_weight() const { return total_weight_; }
  const RowVectorXd& origin() const { return origin_; }    ///< 0, or the weighted means
  const RowVectorXd& squares() const { return squares_; }  ///< weighted, about the origin

 private:
  std::span<const double> weights_;
  TargetColumns columns_;
  double total_weight_ = 0;
  RowVectorXd origin_, squares_;
};

/// K_nm^T C (K_nm u) for what `of_row(i, products)` makes of row i's products with u: m x targets, over all
/// ranks' rows.
template <class OfRow>
MatrixXd sum_over_rows(const LandmarkKernel& kernel, const Rows& x, const MatrixXd& u, int threads,
                       const Communicator& ranks, const OfRow& of_row) {
  const Index n = x.size(), per_part = std::max(falkon_rows_at_once, (n + most_parts - 1) / most_parts);
  const Index parts = (n + per_part - 1) / per_part;
  std::vector<MatrixXd> sums(static_cast<std::size_t>(parts));
  parallel_blocks_with(parts, 1, threads, [&]() -> BlockBody {
    return [&, values = MatrixXd(kernel.stride(), falkon_rows_at_once)](Index part, Index) mutable {
      MatrixXd& sum = sums[static_cast<std::size_t>(part)];
      sum = MatrixXd::Zero(kernel.count(), u.cols());
      const Index last = std::min(n, (part + 1) * per_part);
      for (Index begin = part * per_part; begin < last; begin += falkon_rows_at_once) {
        const Index rows = std::min(falkon_rows_at_once, last - begin);
        kernel.values(x.slice(begin, begin + rows), values.data());
        const auto block = values.topLeftCorner(kernel.count(), rows);
        MatrixXd products = block.transpose() * u;
        for (Index i = 0; i < rows; ++i) of_row(begin + i, products.row(i));
        sum.noalias() += block * products;
      }
    };
  });
  for (std::size_t k = 1; k < sums.size(); ++k) sums.front() += sums[k];
  ranks.sum_in_place(sums.front());
  if (!sums.front().allFinite())
    throw InputError("falkon: a kernel value is beyond double precision: scale the data");
  return std::move(sums.front());
}

/// The factors of the preconditioner, L and G, both lower.
struct Preconditioner {
  MatrixXd l, g;
  double added = 0;  ///< to the diagonal of K_mm

  /// L^-T u, and G^-1 L^-1 u.
  MatrixXd to_coefficients(MatrixXd u) const {
    l.triangularView<Lower>().transpose().solveInPlace(u);
    return u;
  }
  MatrixXd from_sums(MatrixXd u) const {
    l.triangularView<Lower>().solveInPlace(u);
    g.triangularView<Lower>().solveInPlace(u);
    return u;
  }
};

Preconditioner preconditioner(const MatrixXd& k_mm, double lambda, int threads) {
  constexpr double least = 1e-15, most = 1e-8;
  const Index m = k_mm.rows();
  const double mean = k_mm.diagonal().mean();
  Preconditioner made;
  if (!k_mm.allFinite())
    throw InputError("falkon: a kernel value is beyond double precision: scale the data");
  made.l = k_mm;
  // A pivot of rounding errors alone passes for positive, and its inverse is noise: landmarks that are
  // nearly alike have such.
  const double noise = static_cast<double>(m) * std::numeric_limits<double>::epsilon() * mean;
  const auto is_definite = [&] {
    return factorise(made.l, threads) && made.l.diagonal().cwiseAbs2().minCoeff() > noise;
  };
  for (double share = least; !is_definite(); share *= 10) {
    if (!(share < 2 * most))
      throw InputError("falkon: the landmarks' kernel matrix is not positive definite: scale the data");
    made.added = share * mean;
    made.l = k_mm;
    made.l.diagonal().array() += made.added;
  }
  made.l.triangularView<Eigen::StrictlyUpper>().setZero();
  made.g = MatrixXd::Zero(m, m);
  parallel_blocks(m, columns_per_task, threads, [&](Index begin, Index end) {
    made.g.block(begin, begin, m - begin, end - begin).noalias() =
        made.l.bottomRightCorner(m - begin, m - begin).transpose() *
        made.l.block(begin, begin, m - begin, end - begin) / static_cast<double>(m);
  });
  made.g.diagonal().array() += lambda;
  if (!factorise(made.g, threads))
    throw InputError(
        fmt::format("falkon: K_mm^2 / m + lambda K_mm is singular to double precision with "
                    "lambda = {:g}: raise lambda",
                    lambda));
  return made;
}

struct FalkonSpec {
  struct Params {
    Falkon::Params own;

    static const Fields<Params>& fields() {
      const auto member = [](auto Falkon::Params::*of) {
        return [of](auto& params) -> auto& { return params.own.*of; };
      };
      static const Fields<Params> all = {
          {{.name = "predicts", .meaning = "what is learnt", .choices = {"classes", "targets"}},
           &Params::classifies},
          {{.name = "landmarks", .meaning = "training rows that f is made of", .low = 1},
           member(&Falkon::Params::landmarks)},
          {positive_field("lambda", "weight of |f|^2 against the mean squared error"),
           member(&Falkon::Params::lambda)},
          {{.name = "intercept", .meaning = "targets about their mean"}, member(&Falkon::Params::intercept)},
          {{.name = "iterations", .meaning = "of conjugate gradients, at most", .low = 1},
           member(&Falkon::Params::iterations)},
          {positive_field("eps", "relative residual at which they end"), member(&Falkon::Params::eps)}};
      return all;
    }
    bool classifies = true;
  };

  static std::unique_ptr<Learner> make(const Params& params, const Kernel& kernel, int threads,
                                       const Communicator& ranks) {
    Falkon::Params own = params.own;
    own.task = task(params);
    own.threads = threads;
    own.ranks = &ranks;
    return std::make_unique<Falkon>(own, kernel);
  }
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Params& params, const Kernel& kernel,
                                        Index features) {
    return FalkonModel::restore(parts, task(params), kernel, features);
  }
  static Task task(const Params& params) {
    return params.classifies ? Task::classification : Task::regression;
  }
  static std::string short_text(const Params& params) {
    return params.classifies ? "falkon" : "falkon with predicts targets";
  }
  static double memory(const Params& params, const TrainingShape& shape) {
    constexpr double counted_threads = 2;
    const Index m = std::min(params.own.landmarks, shape.n);
    const auto landmarks = static_cast<double>(m);
    const double targets = params.classifies && shape.classes > 2 ? shape.classes : 1;
    const double factors = 3 * 8 * landmarks * landmarks, copies = OwnedRows::memory(m, shape.d);
    const double blocks = counted_threads * 8 * (landmarks + 16 + targets) * falkon_rows_at_once;
    return factors + LandmarkKernel::memory({}, shape.d, m) + copies + blocks +
           8 * landmarks * targets * (most_parts + 10) + 8 * targets * static_cast<double>(shape.n_test) +
           uniform_landmarks_memory(shape.n);
  }
  static double seconds(const Params& params, const Kernel& kernel, const TrainingShape& shape) {
    constexpr double usual_iterations = 20, seconds_per_product = 1e-10;
    const Index m = std::min(params.own.landmarks, shape.n);
    const auto landmarks = static_cast<double>(m);
    const double passes = 1 + std::min(usual_iterations, static_cast<double>(params.own.iterations));
    const double targets = params.classifies && shape.classes > 2 ? shape.classes : 1;
    const double of_row = LandmarkKernel::seconds_of_row(kernel, shape.nonzeros_per_row, m) +
                          2 * seconds_per_product * landmarks * targets;
    return of_row * (passes * shape.rows() + static_cast<double>(shape.n_test)) +
           seconds_per_product * landmarks * landmarks * landmarks;
  }
};

/// Those of all ranks, in their order, in the storage of `own`, which is the same on all ranks.
OwnedRows gathered(OwnedRows own, const Communicator& ranks) {
  if (ranks.size() == 1) return own;
  const Rows mine = own.view();
  if (!mine.is_sparse()) {
    DenseMatrix all(0, mine.dim());
    all.value = ranks.gather<float>({mine.values(), static_cast<std::size_t>(mine.stored())});
    all.n = std::ssize(all.value) / std::max<Index>(1, mine.dim());
    return OwnedRows(std::move(all));
  }
  std::vector<Index> lengths;
  for (Index i = 0; i < mine.size(); ++i) lengths.push_back(std::ssize(mine.sparse_row(i).column));
  CsrMatrix all;
  all.d = mine.dim();
  for (const Index length : ranks.gather<Index>(lengths))
    all.row_start.push_back(all.row_start.back() + length);
  all.column = ranks.gather<std::int32_t>({mine.columns(), static_cast<std::size_t>(mine.stored())});
  all.value = ranks.gather<float>({mine.values(), static_cast<std::size_t>(mine.stored())});
  return OwnedRows(std::move(all));
}

/// As many of all ranks' training rows as that, or all; of rows that are alike the first, as the others add
/// nothing to what f can be.
OwnedRows drawn_landmarks(const Rows& x, Index count, Seed seed, const Communicator& ranks) {
  const Index rows_of_rank = x.size();
  Index before = 0, n = 0;
  const std::vector<Index> sizes = ranks.gather<Index>({&rows_of_rank, 1});
  for (int rank = 0; rank < ranks.size(); ++rank) {
    if (rank < ranks.rank()) before += sizes[static_cast<std::size_t>(rank)];
    n += sizes[static_cast<std::size_t>(rank)];
  }
  std::vector<Index> own;
  for (const Index i : uniform_landmarks(n, std::min(count, n), seed))
    if (i >= before && i < before + rows_of_rank) own.push_back(i - before);
  const OwnedRows drawn = gathered(OwnedRows(x, own), ranks);
  const Rows rows = drawn.view();
  return OwnedRows(rows,
                   distinct_rows(rows, std::vector<bool>(static_cast<std::size_t>(rows.size()), true)).first);
}

}  // namespace

Trained Falkon::train(const LabeledRows& data, Seed seed) const {
  kernel_.check();
  const Communicator& ranks = *params_.ranks;
  require_rows_of_rank(data.x.size(), "falkon", ranks);
  check_training_data(data, "falkon", params_.task);
  const std::vector<ClassCount> classes = params_.task == Task::classification
                                              ? count_classes(data.y, data.weights, ranks)
                                              : std::vector<ClassCount>();
  const int threads = params_.threads;
  const OwnedRows landmarks = drawn_landmarks(data.x, params_.landmarks, seed, ranks);
  const Index m = landmarks.view().size();
  LandmarkKernel kernel(kernel_, landmarks.view());
  const Preconditioner by = preconditioner(gram(kernel_, landmarks.view(), threads), params_.lambda, threads);
  const Targets targets(data, classes, params_.intercept, ranks);
  const double total = targets.total_weight();
  const Index count = targets.count();

  const MatrixXd right = by.from_sums(
      sum_over_rows(kernel, data.x, MatrixXd::Zero(m, count), threads, ranks,
                    [&](Index i, auto&& products) { products = targets.weight(i) * targets.row(i); }) /
      total);
  // Conjugate gradients, of each target with steps of its own.
  MatrixXd solution = MatrixXd::Zero(m, count), residual = right, direction = right;
  RowVectorXd squares = residual.colwise().squaredNorm();
  const RowVectorXd enough = params_.eps * params_.eps * squares;
  const auto is_done = [&] { return (squares.array() <= enough.array()).all(); };
  TrainingReport report;
  while (!is_done() && report.iterations < params_.iterations) {
    ++report.iterations;
    MatrixXd u = direction;
    by.g.triangularView<Lower>().transpose().solveInPlace(u);
    const MatrixXd sums =
        sum_over_rows(kernel, data.x, by.to_coefficients(u), threads, ranks,
                      [&](Index i, auto&& products) { products *= targets.weight(i) / total; });
    by.g.triangularView<Lower>().solveInPlace(u);
    const MatrixXd product = by.from_sums(sums) + params_.lambda * u;
    for (Index k = 0; k < count; ++k) {
      const double curvature = direction.col(k).dot(product.col(k));
      if (squares(k) <= enough(k) || !(curvature > 0)) continue;
      const double step = squares(k) / curvature;
      solution.col(k) += step * direction.col(k);
      residual.col(k) -= step * product.col(k);
      const double before = squares(k);
      squares(k) = residual.col(k).squaredNorm();
      direction.col(k) = residual.col(k) + squares(k) / before * direction.col(k);
    }
  }
  report.converged = is_done();
  if (by.added > 0)
    report.messages =
        fmt::format("{:.3g} was added to the diagonal of the landmarks' kernel matrix", by.added);
  for (Index k = 0; k < count; ++k)
    report.objectives.push_back(
        std::max(0.0, targets.squares()(k) / total - solution.col(k).dot(right.col(k) + residual.col(k))));
  by.g.triangularView<Lower>().transpose().solveInPlace(solution);
  std::vector<int> labels;
  for (const ClassCount& one : classes) labels.push_back(one.label);
  Trained trained;
  trained.model = std::make_unique<FalkonModel>(std::move(kernel), by.to_coefficients(solution),
                                                targets.origin(), labels);
  trained.report = std::move(report);
  return trained;
}

LearnerKind falkon_kind() {
  return typed_learner<FalkonSpec>(
      {.type = "falkon",
       .version = 1,
       .uses_kernel = true,
       .passes_over_rows = true,
       .classifiers = "falkon",
       .regressors = "falkon with predicts targets",
       .title = "FALKON",
       .citation =
           "Rudi, A., Carratino, L. and Rosasco, L. (2017). FALKON: an optimal large scale kernel method. "
           "NIPS 30.",
       .advice = "raise lambda"});
}

}  // namespace sketchbench
