#include "learners/hinge_problems.hpp"

#include <algorithm>

#include "base/threads.hpp"

namespace sketchbench {
namespace {

// Sums are made in this many parts, whatever the number of threads, so that they are the same for any number.
constexpr Index parts_of_a_sum = 16;

}  // namespace

HingeProblems::HingeProblems(const RowBlocks& rows, std::span<const float> y,
                             const std::vector<ClassCount>& classes, double C, int threads)
    : rows_(rows), C_(C), threads_(threads) {
  const bool two = classes.size() == 2;
  side_.resize(rows.size(), two ? 1 : static_cast<Index>(classes.size()));
  for (Index k = 0; k < side_.cols(); ++k) {
    const int label = classes[static_cast<std::size_t>(two ? 1 : k)].label;
    for (Index i = 0; i < rows.size(); ++i)
      side_(i, k) = static_cast<int>(y[static_cast<std::size_t>(i)]) == label ? 1.0f : -1.0f;
  }
}

HingeProblems::Matrix HingeProblems::scores(const Matrix& w) const {
  Matrix result(size(), w.cols());
  parallel_blocks_with(size(), rows_per_block, threads_, [&]() -> BlockBody {
    return [&, workspace = RowMajorMatrix()](Index begin, Index end) mutable {
      result.middleRows(begin, end - begin).noalias() = rows_.block(begin, end, workspace) * w;
    };
  });
  return result;
}

double HingeProblems::objective(Index problem, double ww, std::span<const float> score) const {
  double loss = 0;
  for (Index i = 0; i < size(); ++i) {
    const double gap = 1 - double{side_(i, problem)} * double{score[static_cast<std::size_t>(i)]};
    loss += gap > 0 ? gap * gap : 0;
  }
  return 0.5 * ww + C_ * loss;
}

Eigen::MatrixXd HingeProblems::gradient(const Selection& selected, const Eigen::MatrixXd& w,
                                        const Matrix& score) const {
  const Matrix side = side_(Eigen::all, selected);
  return w + accumulate(w.cols(), [&](Index begin, const RowBlock& rows) -> Matrix {
           const auto u = score.middleRows(begin, rows.rows()).array();
           const auto s = side.middleRows(begin, rows.rows()).array();
           return (s * u < 1.0f).select(u - s, 0.0f);
         });
}

Eigen::MatrixXd HingeProblems::accumulate(Index columns, const MakeBlock& make) const {
  const Index blocks = (size() + rows_per_block - 1) / rows_per_block;
  const Index parts = std::min(parts_of_a_sum, blocks);
  std::vector<Eigen::MatrixXd> partial(static_cast<std::size_t>(parts));
  parallel_blocks_with(parts, 1, threads_, [&]() -> BlockBody {
    return
        [&, workspace = RowMajorMatrix(), product = Matrix(dim(), columns)](Index first, Index last) mutable {
          for (Index part = first; part < last; ++part) {
            Eigen::MatrixXd& sum = partial[static_cast<std::size_t>(part)];
            sum.setZero(dim(), columns);
            for (Index b = part * blocks / parts; b < (part + 1) * blocks / parts; ++b) {
              const Index begin = b * rows_per_block, end = std::min(size(), begin + rows_per_block);
              const RowBlock rows = rows_.block(begin, end, workspace);
              product.noalias() = rows.transpose() * make(begin, rows);
              sum += product.cast<double>();
            }
          }
        };
  });
  Eigen::MatrixXd total = Eigen::MatrixXd::Zero(dim(), columns);
  for (const Eigen::MatrixXd& sum : partial) total += sum;
  return 2 * C_ * total;
}

}  // namespace sketchbench
