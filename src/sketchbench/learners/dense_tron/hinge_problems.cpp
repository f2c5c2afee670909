#include <sketchbench/learners/dense_tron/hinge_problems.hpp>

#include <algorithm>

#include <sketchbench/core/threads.hpp>
#include <sketchbench/learners/block_smo/row_products.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;

// Sums are made in this many parts, whatever the number of threads, so that they are the same for any number.
constexpr Index parts_of_a_sum = 16;

// All problems go through a block before the next is read: 1 MB is what the second-level cache can hold.
Index block_size(Index dim) {
  return std::clamp<Index>((1 << 18) / std::max<Index>(dim, 1), 16, 256) / 16 * 16;
}

// Where more than this share of a block's rows is active on average, products of every row with every problem
// are faster than those of each problem with its own rows (measured: about a third of the time for each
// product).
constexpr double dense_share = 0.3;

}  // namespace

/// The rows of a block that are active in any of some problems, and what a sum needs of them.
struct HingeProblems::ChosenRows {
  std::vector<Index> number;
  std::vector<const float*> rows;
  std::vector<double> coefficient;

  void choose(Index begin, const RowBlock& block, std::span<const ActiveRows* const> active) {
    number.clear();
    rows.clear();
    for (Index i = begin; i < begin + block.rows(); ++i) {
      if (std::ranges::none_of(active, [i](const ActiveRows* in) { return (*in)(i); })) continue;
      number.push_back(i);
      rows.push_back(block.row(i - begin).data());
    }
    coefficient.resize(rows.size() * active.size());
  }
  void clear_inactive(std::span<const ActiveRows* const> active) {
    double* r = coefficient.data();
    for (const Index i : number)
      for (const ActiveRows* in : active) {
        if (!(*in)(i)) *r = 0;
        ++r;
      }
  }
};

HingeProblems::HingeProblems(const RowBlocks& rows, std::span<const float> y,
                             const std::vector<ClassCount>& classes, double C, int threads)
    : rows_(rows),
      C_(C),
      threads_(threads),
      count_(classes.size() == 2 ? 1 : static_cast<Index>(classes.size())),
      rows_per_block_(block_size(rows.dim())) {
  for (const float label : y) {
    const auto at = std::ranges::find(classes, static_cast<int>(label), &ClassCount::label) - classes.begin();
    problem_of_.push_back(static_cast<std::int32_t>(at));
  }
}

Index HingeProblems::positives(Index problem) const { return std::ranges::count(problem_of_, problem); }

MatrixXd HingeProblems::scores(const MatrixXd& w) const {
  MatrixXd result(size(), w.cols());
  parallel_blocks_with(size(), rows_per_block_, threads_, [&]() -> BlockBody {
    return [&, workspace = RowMajorMatrix(), rows = std::vector<const float*>(),
            score = std::vector<double>()](Index begin, Index end) mutable {
      point_at_rows(rows_.block(begin, end, workspace), rows);
      score.resize(rows.size() * static_cast<std::size_t>(w.cols()));
      multiply_rows(rows, dim(), w.data(), w.cols(), score.data());
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
    loss += gap <= 0 ? 0 : gap * gap;  // a gap that is not a number is no fit
  }
  return 0.5 * ww + C_ * loss;
}

ActiveRows HingeProblems::active(Index problem, std::span<const double> score) const {
  return ActiveRows::NullaryExpr(
      size(), [&](Index i) { return side(problem, i) * score[static_cast<std::size_t>(i)] < 1; });
}

MatrixXd HingeProblems::gradient(const Selection& selected, const MatrixXd& w, const MatrixXd& score,
                                 const ActiveInEach& active) const {
  return w + sum_over_active(active, [&](const Batch& batch, double* r) {
           for (const Index i : batch.number)
             for (Index at = batch.first; at < batch.first + batch.count; ++at) {
               const Index k = selected[static_cast<std::size_t>(at)];
               *r++ = score(i, k) - side(k, i);
             }
         });
}

MatrixXd HingeProblems::sum_over_active(const ActiveInEach& active, const Coefficients& coefficients) const {
  const auto columns = static_cast<Index>(active.size());
  return sum_of_blocks(columns, [&](Index begin, const RowBlock& block, ChosenRows& chosen, MatrixXd& sum) {
    const auto add = [&](Index first, Index count) {
      const auto in_each =
          std::span(active).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
      chosen.choose(begin, block, in_each);
      coefficients({first, count, chosen.number, chosen.rows}, chosen.coefficient.data());
      if (count > 1) chosen.clear_inactive(in_each);
      add_combinations(chosen.rows, dim(), chosen.coefficient.data(), count, sum.col(first).data());
    };
    Index pairs = 0;
    for (const ActiveRows* in : active) pairs += in->segment(begin, block.rows()).count();
    if (static_cast<double>(pairs) > dense_share * static_cast<double>(block.rows() * columns))
      add(0, columns);
    else
      for (Index k = 0; k < columns; ++k) add(k, 1);
  });
}

MatrixXd HingeProblems::sum_of_squares(const ActiveInEach& active) const {
  return sum_of_blocks(static_cast<Index>(active.size()),
                       [&](Index begin, const RowBlock& block, ChosenRows& chosen, MatrixXd& sum) {
                         for (std::size_t k = 0; k < active.size(); ++k) {
                           chosen.choose(begin, block, {&active[k], 1});
                           add_squares(chosen.rows, dim(), sum.col(static_cast<Index>(k)).data());
                         }
                       });
}

/// 2 C times what add() adds for all blocks.
MatrixXd HingeProblems::sum_of_blocks(Index columns, const AddBlock& add) const {
  const Index blocks = (size() + rows_per_block_ - 1) / rows_per_block_;
  const Index parts = std::min(parts_of_a_sum, blocks);
  std::vector<MatrixXd> partial(static_cast<std::size_t>(parts));
  parallel_blocks_with(parts, 1, threads_, [&]() -> BlockBody {
    return [&, workspace = RowMajorMatrix(), chosen = ChosenRows()](Index first, Index last) mutable {
      for (Index part = first; part < last; ++part) {
        MatrixXd& sum = partial[static_cast<std::size_t>(part)];
        sum.setZero(dim(), columns);
        for (Index b = part * blocks / parts; b < (part + 1) * blocks / parts; ++b) {
          const Index begin = b * rows_per_block_, end = std::min(size(), begin + rows_per_block_);
          add(begin, rows_.block(begin, end, workspace), chosen, sum);
        }
      }
    };
  });
  MatrixXd total = MatrixXd::Zero(dim(), columns);
  for (const MatrixXd& sum : partial) total += sum;
  return 2 * C_ * total;
}

}  // namespace sketchbench
