#include <sketchbench/learners/dense_tron/hinge_problems.hpp>

#include <algorithm>
#include <memory>
#include <utility>

#include <sketchbench/core/threads.hpp>
#include <sketchbench/learners/class_weights.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;

// Sums are made in at most this many parts, whatever the number of threads, so that they are the same for any
// number.
constexpr Index parts_of_a_sum = 16;

Index numbers_per_row(const RowBlocks& rows) {
  const Rows* const sparse = rows.sparse();
  return sparse == nullptr ? rows.dim() : 2 * sparse->stored() / std::max<Index>(1, sparse->size());
}

// All problems go through a block before the next is read: 1 MB is what the second-level cache can hold.
Index block_size(const RowBlocks& rows) {
  return std::clamp<Index>((1 << 18) / std::max<Index>(numbers_per_row(rows), 1), 16, 256) / 16 * 16;
}

// A part has values for every coordinate, which are to be few beside the non-zeros that are added to them.
Index parts_for(const RowBlocks& rows) {
  const Rows* const sparse = rows.sparse();
  if (sparse == nullptr) return parts_of_a_sum;
  constexpr Index nonzeros_for_coordinate = 4;
  return std::clamp<Index>(sparse->stored() / (nonzeros_for_coordinate * std::max<Index>(1, rows.dim())), 1,
                           parts_of_a_sum);
}

// Where more than this share of a block's rows is active on average, products of every row with every problem
// are faster than those of each problem with its own rows (measured: about a third of the time for each
// product).
constexpr double dense_share = 0.3;

}  // namespace

HingeProblems::HingeProblems(const RowBlocks& rows, std::span<const float> y,
                             const std::vector<ClassCount>& classes, double C, int threads,
                             const HingeWeights& weights, const Communicator& among)
    : rows_(rows),
      ranks_(among),
      C_(C),
      threads_(threads),
      count_(classes.size() == 2 ? 1 : static_cast<Index>(classes.size())),
      rows_per_block_(block_size(rows)),
      most_parts_(parts_for(rows)) {
  const bool both_sides = classes.size() == 2;
  weights_ =
      row_weights(y, weights.of_rows, classes, both_sides ? weights.of_classes : std::span<const double>());
  if (!both_sides) of_positives_.assign(weights.of_classes.begin(), weights.of_classes.end());
  for (const ClassCount& one : classes) {
    positives_.push_back(one.rows);
    total_rows_ += one.rows;
  }
  for (const float label : y) {
    const auto at = std::ranges::find(classes, static_cast<int>(label), &ClassCount::label) - classes.begin();
    problem_of_.push_back(static_cast<std::int32_t>(at));
  }
}

double HingeProblems::total_weight(Index problem) const {
  if (!is_weighted()) return static_cast<double>(total_rows());
  double sum = 0;
  for (Index i = 0; i < size(); ++i) sum += weight(problem, i);
  return ranks_.sum_of(sum);
}

MatrixXd HingeProblems::summed(MatrixXd own) const {
  ranks_.sum_in_place(own);
  return own;
}

MatrixXd HingeProblems::scores(const MatrixXd& w) const {
  MatrixXd result(size(), w.cols());
  const MultipliedRows::Vectors vectors(rows_, w);
  parallel_blocks_with(size(), rows_per_block_, threads_, [&]() -> BlockBody {
    return [&, rows = std::make_shared<MultipliedRows>(rows_), score = std::vector<double>()](
               Index begin, Index end) mutable {
      rows->load(begin, end);
      score.resize(static_cast<std::size_t>((end - begin) * w.cols()));
      rows->multiply(vectors, 0, w.cols(), score.data());
      result.middleRows(begin, end - begin) =
          Eigen::Map<const MatrixXd>(score.data(), w.cols(), end - begin).transpose();
    };
  });
  return result;
}

double HingeProblems::objective(Index problem, double ww, std::span<const double> score) const {
  double loss = 0;
  for (Index i = 0; i < size(); ++i) {
    const double gap = 1 - side(problem, i) * score[static_cast<std::size_t>(i)];
    loss += gap <= 0 ? 0 : weight(problem, i) * gap * gap;  // a gap that is not a number is no fit
  }
  return 0.5 * ww + C_ * ranks_.sum_of(loss);
}

ActiveRows HingeProblems::active(Index problem, std::span<const double> score) const {
  return ActiveRows::NullaryExpr(
      size(), [&](Index i) { return side(problem, i) * score[static_cast<std::size_t>(i)] < 1; });
}

MatrixXd HingeProblems::gradient(const Selection& selected, const MatrixXd& w, const MatrixXd& score,
                                 const ActiveInEach& active) const {
  return w +
         summed(sum_over_active(active, [&](const MultipliedRows& rows, Index first, Index count, double* r) {
           for (const Index i : rows.number())
             for (Index at = first; at < first + count; ++at) {
               const Index k = selected[static_cast<std::size_t>(at)];
               *r++ = weight(k, i) * (score(i, k) - side(k, i));
             }
         }));
}

MatrixXd HingeProblems::squares_times(const Selection& selected, const ActiveInEach& active,
                                      const MatrixXd& v) const {
  const MultipliedRows::Vectors vectors(rows_, v);
  return summed(sum_over_active(active, [&](const MultipliedRows& rows, Index first, Index count, double* r) {
    rows.multiply(vectors, first, count, r);
    if (!is_weighted()) return;
    for (const Index i : rows.number())
      for (Index at = first; at < first + count; ++at)
        *r++ *= weight(selected[static_cast<std::size_t>(at)], i);
  }));
}

MatrixXd HingeProblems::sum_over_active(const ActiveInEach& active, const Coefficients& coefficients) const {
  const auto columns = static_cast<Index>(active.size());
  return sum_of_blocks(columns, [&](Index begin, Index end, MultipliedRows& rows, MatrixXd& sum) {
    std::vector<double> coefficient;
    const auto add = [&](Index first, Index count) {
      const auto in_each =
          std::span(active).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
      rows.choose([&](Index i) {
        return std::ranges::any_of(in_each, [i](const ActiveRows* in) { return (*in)(i); });
      });
      coefficient.resize(rows.number().size() * static_cast<std::size_t>(count));
      coefficients(rows, first, count, coefficient.data());
      if (count > 1) {
        double* r = coefficient.data();
        for (const Index i : rows.number())
          for (const ActiveRows* in : in_each) {
            if (!(*in)(i)) *r = 0;
            ++r;
          }
      }
      rows.add(coefficient.data(), first, count, sum);
    };
    Index pairs = 0;
    for (const ActiveRows* in : active) pairs += in->segment(begin, end - begin).count();
    if (static_cast<double>(pairs) > dense_share * static_cast<double>((end - begin) * columns))
      add(0, columns);
    else
      for (Index k = 0; k < columns; ++k) add(k, 1);
  });
}

MatrixXd HingeProblems::sum_of_squares(const Selection& selected, const ActiveInEach& active) const {
  return sum_of_blocks(static_cast<Index>(active.size()),
                       [&](Index /*begin*/, Index /*end*/, MultipliedRows& rows, MatrixXd& sum) {
                         for (std::size_t k = 0; k < active.size(); ++k) {
                           rows.choose([in = active[k]](Index i) { return (*in)(i); });
                           std::vector<double> weight_of;
                           if (is_weighted())
                             for (const Index i : rows.number()) weight_of.push_back(weight(selected[k], i));
                           rows.add_squares(weight_of, static_cast<Index>(k), sum);
                         }
                       });
}

/// 2 C times what add() adds for all blocks.
MatrixXd HingeProblems::sum_of_blocks(Index columns, const AddBlock& add) const {
  const Index blocks = (size() + rows_per_block_ - 1) / rows_per_block_;
  const Index parts = std::min(most_parts_, blocks);
  std::vector<MatrixXd> partial(static_cast<std::size_t>(parts));
  parallel_blocks_with(parts, 1, threads_, [&]() -> BlockBody {
    return [&, rows = std::make_shared<MultipliedRows>(rows_)](Index first, Index last) {
      for (Index part = first; part < last; ++part) {
        MatrixXd& sum = partial[static_cast<std::size_t>(part)];
        sum = MultipliedRows::no_sum(rows_, columns);
        for (Index b = part * blocks / parts; b < (part + 1) * blocks / parts; ++b) {
          const Index begin = b * rows_per_block_, end = std::min(size(), begin + rows_per_block_);
          rows->load(begin, end);
          add(begin, end, *rows, sum);
        }
      }
    };
  });
  if (partial.empty()) return MatrixXd::Zero(dim(), columns);
  MatrixXd total = std::move(partial.front());
  for (std::size_t part = 1; part < partial.size(); ++part) total += partial[part];
  total *= 2 * C_;
  return MultipliedRows::whole_sum(rows_, std::move(total));
}

}  // namespace sketchbench
