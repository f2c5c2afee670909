#include <sketchbench/learners/sgd.hpp>

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <span>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner_fields.hpp>
#include <sketchbench/learners/linear_regression.hpp>
#include <sketchbench/learners/multiplied_rows.hpp>
#include <sketchbench/learners/one_against_rest.hpp>
#include <sketchbench/learners/row_blocks.hpp>
#include <sketchbench/learners/row_products.hpp>
#include <sketchbench/learners/target_columns.hpp>
#include <sketchbench/learners/typed_learner.hpp>
#include <sketchbench/learners/weight_model.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Loss = Sgd::Loss;

constexpr Index rows_per_sum = 256;  // whatever the threads, the same sums

double loss_of(Loss loss, double y, double score) {
  const double margin = 1 - y * score;
  switch (loss) {
    case Loss::squared_hinge:
      return margin > 0 ? margin * margin : 0;
    case Loss::hinge:
      return std::max(margin, 0.0);
    case Loss::squared:
      break;
  }
  return (y - score) * (y - score);
}

/// What of the row the step adds to w.
double coefficient_of(Loss loss, double y, double score, double rate, double squared_norm) {
  const double shrunk = 1 + 2 * rate * squared_norm;
  if (loss == Loss::squared) return 2 * rate * (y - score) / shrunk;
  const double margin = 1 - y * score;
  if (!(margin > 0)) return 0;
  if (loss == Loss::squared_hinge) return y * 2 * rate * margin / shrunk;
  return y * (rate * squared_norm > margin ? margin / squared_norm : rate);
}

/// Weights of some problems and the sum of them over steps. Both shrink and are summed by a number for all
/// coordinates, so that a step touches those of its row alone: w = shrunk v and sum = summed v + rest.
class Weights {
 public:
  Weights(Index d, Index problems) : v_(MatrixXd::Zero(d, problems)), rest_(MatrixXd::Zero(d, problems)) {}

  void shrink(double by) {
    constexpr double small = 1e-9;
    shrunk_ /= by;
    if (shrunk_ > small) return;
    v_ *= shrunk_;
    summed_ /= shrunk_;
    shrunk_ = 1;
  }
  void multiply(const float* row, double* scores) const {
    multiply_rows({&row, 1}, v_.rows(), v_.data(), v_.rows(), v_.cols(), scores);
    for (Index k = 0; k < v_.cols(); ++k) scores[k] *= shrunk_;
  }
  void multiply(const SparseRow& row, double* scores) const {
    for (Index k = 0; k < v_.cols(); ++k) {
      double sum = 0;
      for (std::size_t at = 0; at < row.column.size(); ++at)
        sum += v_(row.column[at], k) * double{row.value[at]};
      scores[k] = sum * shrunk_;
    }
  }
  /// w += the coefficients times the row, which are spent by it.
  template <class Row>
  void add(const Row& row, std::span<double> coefficient) {
    for (double& c : coefficient) c /= shrunk_;
    add_to(v_, row, coefficient);
    if (summed_ == 0) return;
    for (double& c : coefficient) c *= -summed_;
    add_to(rest_, row, coefficient);
  }
  void sum_up() {
    summed_ += shrunk_;
    ++steps_;
  }
  MatrixXd mean() const { return (summed_ * v_ + rest_) / static_cast<double>(std::max<Index>(steps_, 1)); }

 private:
  static void add_to(MatrixXd& to, const float* row, std::span<const double> coefficient) {
    add_combinations({&row, 1}, to.rows(), coefficient.data(), to.cols(), to.data(), to.rows());
  }
  static void add_to(MatrixXd& to, const SparseRow& row, std::span<const double> coefficient) {
    for (Index k = 0; k < to.cols(); ++k)
      for (std::size_t at = 0; at < row.column.size(); ++at)
        to(row.column[at], k) += coefficient[static_cast<std::size_t>(k)] * double{row.value[at]};
  }

  MatrixXd v_, rest_;
  double shrunk_ = 1, summed_ = 0;
  Index steps_ = 0;
};

double squared_norm(const float* row, Index d) {
  return Eigen::Map<const Eigen::VectorXf>(row, d).cast<double>().squaredNorm();
}

/// What rows are to be given, one value for each problem.
class Answers {
 public:
  Answers(std::span<const float> y, std::span<const double> weights, Task task, bool about_mean)
      : weights_(weights),
        classes_(task == Task::classification
                     ? std::optional<OneAgainstRest>(std::in_place, y, weights, std::nullopt)
                     : std::nullopt),
        columns_(y, classes_ ? std::span(classes_->by_label()) : std::span<const ClassCount>()) {
    if (!weights.empty())
      mean_weight_ =
          std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
    if (task == Task::regression && about_mean) {
      for (std::size_t i = 0; i < y.size(); ++i) origin_ += weight(static_cast<Index>(i)) * double{y[i]};
      origin_ /= static_cast<double>(y.size());
    }
  }
  Index problems() const { return columns_.count(); }
  /// On average 1.
  double weight(Index i) const {
    return weights_.empty() ? 1 : weights_[static_cast<std::size_t>(i)] / mean_weight_;
  }
  double at(Index i, Index problem) const { return columns_.at(i, problem) - origin_; }
  std::unique_ptr<Model> model(const MatrixXd& w) const {
    if (classes_) return classes_->model(w);
    return std::make_unique<LinearRegression>(w.col(0), origin_);
  }

 private:
  std::span<const double> weights_;
  double mean_weight_ = 1, origin_ = 0;  ///< 0 of classes
  std::optional<OneAgainstRest> classes_;
  TargetColumns columns_;
};

/// The rows of a group of chunks, made or read.
class GroupOfRows {
 public:
  GroupOfRows(const RowBlocks& rows, int threads)
      : rows_(rows), threads_(threads), workspaces_(SgdOrder::chunks_per_group) {}

  void load(const std::vector<std::pair<Index, Index>>& chunks) {
    number_.clear();
    for (const auto& [begin, end] : chunks)
      for (Index i = begin; i < end; ++i) number_.push_back(i);
    if (rows_.sparse() != nullptr) {
      for (const auto& [begin, end] : chunks) expect_rows(*rows_.sparse(), begin, end);
      return;
    }
    pointer_.resize(number_.size());
    parallel_blocks(std::ssize(chunks), 1, threads_, [&](Index k, Index) {
      const auto& [begin, end] = chunks[static_cast<std::size_t>(k)];
      const RowBlock block = rows_.block(begin, end, workspaces_[static_cast<std::size_t>(k)]);
      Index at = 0;
      for (Index before = 0; before < k; ++before) {
        const auto& [first, last] = chunks[static_cast<std::size_t>(before)];
        at += last - first;
      }
      for (Index i = 0; i < end - begin; ++i)
        pointer_[static_cast<std::size_t>(at + i)] = block.row(i).data();
    });
  }
  Index size() const { return std::ssize(number_); }
  /// Of all rows.
  Index number(Index place) const { return number_[static_cast<std::size_t>(place)]; }
  /// use(row, |row|^2), with a pointer or a SparseRow.
  template <class Use>
  void with_row(Index place, Use&& use) const {
    if (rows_.sparse() != nullptr) {
      const SparseRow row = rows_.sparse()->sparse_row(number(place));
      use(row, squared_norm(*rows_.sparse(), number(place)));
    } else {
      const float* const row = pointer_[static_cast<std::size_t>(place)];
      use(row, squared_norm(row, rows_.dim()));
    }
  }

 private:
  const RowBlocks& rows_;
  int threads_;
  std::vector<RowMajorMatrix> workspaces_;
  std::vector<Index> number_;
  std::vector<const float*> pointer_;
};

/// 1 / (2 R^2). Rows of zeros teach nothing at any rate.
double rate_for(const GroupOfRows& rows) {
  double squares = 0;
  for (Index i = 0; i < rows.size(); ++i)
    rows.with_row(i, [&](const auto&, double square) { squares += square; });
  return squares > 0 ? static_cast<double>(rows.size()) / (2 * squares) : 1;
}

/// The objective of each problem.
std::vector<double> objectives(const RowBlocks& rows, const Answers& answers, const Sgd::Params& params,
                               const MatrixXd& w) {
  const Index problems = w.cols();
  MatrixXd sums = MatrixXd::Zero(problems, (rows.size() + rows_per_sum - 1) / rows_per_sum);
  const MultipliedRows::Vectors vectors(rows, w);
  parallel_blocks_with(rows.size(), rows_per_sum, params.threads, [&]() -> BlockBody {
    return [&, some = std::make_shared<MultipliedRows>(rows),
            scores = std::vector<double>(static_cast<std::size_t>(problems * rows_per_sum))](
               Index begin, Index end) mutable {
      some->load(begin, end);
      some->multiply(vectors, 0, problems, scores.data());
      const double* score = scores.data();
      for (Index i = begin; i < end; ++i)
        for (Index k = 0; k < problems; ++k)
          sums(k, begin / rows_per_sum) +=
              answers.weight(i) * loss_of(params.loss, answers.at(i, k), *score++);
    };
  });
  std::vector<double> found;
  for (Index k = 0; k < problems; ++k)
    found.push_back(sums.row(k).sum() / static_cast<double>(rows.size()) +
                    params.lambda * w.col(k).squaredNorm());
  return found;
}

struct SgdSpec {
  struct Params {
    bool classifies = true;
    std::optional<std::string> loss;  ///< there once it is checked
    double lambda = Sgd::Params().lambda;
    Index epochs = Sgd::Params().epochs;
    bool intercept = Sgd::Params().intercept;
    bool held = true;

    void check(const StrictObject& spec) {
      if (!loss) loss = classifies ? "squared_hinge" : "squared";
      if (!classifies && loss != "squared") spec.fail("loss", "\"squared\" where targets are learnt");
    }
    static const Fields<Params>& fields() {
      static const Fields<Params> all = {
          {{.name = "predicts", .meaning = "what is learnt", .choices = {"classes", "targets"}},
           &Params::classifies},
          {{.name = "loss",
            .meaning = "of a row's score; of targets it is squared",
            .choices = {"squared_hinge", "hinge", "squared"},
            .default_text = "\"squared_hinge\" of classes, \"squared\" of targets"},
           &Params::loss},
          {positive_field("lambda", "weight of |w|^2 against the mean loss"), &Params::lambda},
          {{.name = "epochs", .meaning = "visits of each row", .low = 1, .high = 1e6}, &Params::epochs},
          {{.name = "intercept", .meaning = "targets about their mean"}, &Params::intercept},
          {features_field(), &Params::held}};
      return all;
    }
  };

  static std::unique_ptr<Learner> make(const Params& params, const Kernel&, int threads) {
    return std::make_unique<Sgd>(Sgd::Params{.task = task(params),
                                             .loss = params.loss == "squared" ? Loss::squared
                                                     : params.loss == "hinge" ? Loss::hinge
                                                                              : Loss::squared_hinge,
                                             .lambda = params.lambda,
                                             .epochs = params.epochs,
                                             .intercept = params.intercept,
                                             .threads = threads});
  }
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Params& params, const Kernel&,
                                        Index features) {
    return params.classifies ? WeightModel::restore(parts, features)
                             : LinearRegression::restore(parts, features);
  }
  static Task task(const Params& params) {
    return params.classifies ? Task::classification : Task::regression;
  }
  static std::string short_text(const Params& params) {
    return params.classifies ? "sgd" : "sgd with predicts targets";
  }
  static bool streams(const Params& params) { return !params.held; }
  static double problems(const Params& params, const TrainingShape& shape) {
    return params.classifies && shape.classes > 2 ? shape.classes : 1;
  }
  static double memory(const Params& params, const TrainingShape& shape) {
    const auto d = static_cast<double>(shape.d);
    const double group = params.held ? 0 : 4.0 * SgdOrder::rows_per_chunk * SgdOrder::chunks_per_group;
    const double order = 8.0 * shape.rows() / SgdOrder::rows_per_chunk;
    const double k = problems(params, shape);
    return d * (32 * k + group + 2 * 4 * rows_per_sum) + order +
           8 * k * (shape.rows() / rows_per_sum + static_cast<double>(shape.n_test));
  }
  static double seconds(const Params& params, const Kernel&, const TrainingShape& shape) {
    constexpr double seconds_per_step = 1e-7, seconds_per_value = 1e-9;
    const double of_row = seconds_per_step + seconds_per_value * shape.nonzeros_per_row;
    return problems(params, shape) * (of_row * (static_cast<double>(params.epochs) + 1) * shape.rows() +
                                      seconds_per_value * shape.predicted_nonzeros());
  }
};

}  // namespace

SgdOrder::SgdOrder(Index n, Seed seed, int epoch)
    : n_(n),
      seed_(seed),
      epoch_(epoch),
      chunks_(static_cast<std::size_t>((n + rows_per_chunk - 1) / rows_per_chunk)) {
  std::iota(chunks_.begin(), chunks_.end(), Index{0});
  RandomStream(seed, "sgd/chunks", static_cast<std::uint64_t>(epoch)).shuffle(chunks_);
}

Index SgdOrder::groups() const { return (std::ssize(chunks_) + chunks_per_group - 1) / chunks_per_group; }

std::vector<std::pair<Index, Index>> SgdOrder::chunks(Index group) const {
  std::vector<std::pair<Index, Index>> some;
  const Index last = std::min((group + 1) * chunks_per_group, static_cast<Index>(std::ssize(chunks_)));
  for (Index k = group * chunks_per_group; k < last; ++k) {
    const Index begin = chunks_[static_cast<std::size_t>(k)] * rows_per_chunk;
    some.emplace_back(begin, std::min(begin + rows_per_chunk, n_));
  }
  return some;
}

std::vector<Index> SgdOrder::places(Index group) const {
  Index rows = 0;
  for (const auto& [begin, end] : chunks(group)) rows += end - begin;
  std::vector<Index> order(static_cast<std::size_t>(rows));
  std::iota(order.begin(), order.end(), Index{0});
  RandomStream(seed_, "sgd/rows", static_cast<std::uint64_t>(epoch_ * groups() + group)).shuffle(order);
  return order;
}

Trained Sgd::train(const LabeledRows& data, Seed seed) const {
  check_training_data(data, "sgd", params_.task);
  return train_on_blocks(StoredRows(data.x), data.y, data.weights, seed);
}

Trained Sgd::train_on_blocks(const RowBlocks& rows, std::span<const float> y, std::span<const double> weights,
                             Seed seed) const {
  const Answers answers(y, weights, params_.task, params_.intercept);
  const Index n = rows.size(), problems = answers.problems();
  const double lambda = params_.lambda;
  Weights learnt(rows.dim(), problems);
  GroupOfRows group(rows, params_.threads);
  std::vector<double> scores(static_cast<std::size_t>(problems));
  double first_rate = 0;
  Index step = 0;
  const Index summed_from = params_.epochs * n / 2;
  for (Index epoch = 0; epoch < params_.epochs; ++epoch) {
    const SgdOrder order(n, seed, static_cast<int>(epoch));
    for (Index g = 0; g < order.groups(); ++g) {
      group.load(order.chunks(g));
      if (step == 0) first_rate = rate_for(group);
      for (const Index place : order.places(g)) {
        const auto t = static_cast<double>(step);
        const double rate = first_rate / std::sqrt(1 + 10 * t / static_cast<double>(n));
        const Index i = group.number(place);
        learnt.shrink(1 + 2 * lambda * rate);
        group.with_row(place, [&](const auto& row, double square) {
          learnt.multiply(row, scores.data());
          bool moves = false;
          for (Index k = 0; k < problems; ++k) {
            double& score = scores[static_cast<std::size_t>(k)];
            score = coefficient_of(params_.loss, answers.at(i, k), score, rate * answers.weight(i), square);
            moves = moves || score != 0;
          }
          if (moves) learnt.add(row, scores);
        });
        if (step++ >= summed_from) learnt.sum_up();
      }
    }
  }
  const MatrixXd w = learnt.mean();
  Trained trained;
  trained.report.iterations = step;
  trained.report.objectives = objectives(rows, answers, params_, w);
  trained.model = answers.model(w);
  return trained;
}

LearnerKind sgd_kind() {
  return typed_learner<SgdSpec>(
      {.type = "sgd",
       .version = 1,
       .uses_kernel = false,
       .passes_over_rows = true,
       .classifiers = "sgd",
       .regressors = "sgd with predicts targets",
       .title = "averaged SGD",
       .citation = "Toulis, P., Tran, D. and Airoldi, E. M. (2016). Towards stability and optimality in "
                   "stochastic gradient descent. AISTATS.",
       .advice = "raise lambda",
       .claim = "n D",
       .claim_of_row = "D",
       .claimed_operations =
           [](const TrainingShape& shape) {
             return static_cast<double>(shape.n) * static_cast<double>(shape.d);
           },
       .claimed_operations_of_row = [](const TrainingShape& shape) { return static_cast<double>(shape.d); }});
}

}  // namespace sketchbench
