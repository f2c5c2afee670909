#include "learners/weight_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/threads.hpp"
#include "learners/row_blocks.hpp"

namespace sketchbench {

void WeightModel::score(const Rows& x, int threads, std::span<double> scores) const {
  using RowMajorScores = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  constexpr Index rows_per_block = 256;
  if (x.dim() != w_.rows())
    throw InputError(
        fmt::format("the rows have {} features, expected {} as in training", x.dim(), w_.rows()));
  const StoredRows rows(x);
  parallel_blocks_with(x.size(), rows_per_block, threads, [&]() -> BlockBody {
    return [&, workspace = RowMajorMatrix()](Index begin, Index end) mutable {
      const Eigen::MatrixXf block = rows.block(begin, end, workspace) * w_;
      Eigen::Map<RowMajorScores>(&scores[static_cast<std::size_t>(begin * w_.cols())], block.rows(),
                                 block.cols()) = block.cast<double>();
    };
  });
}

float WeightModel::decide(std::span<const double> scores) const {
  const auto best = scores.size() == 1 ? (scores[0] > 0 ? 0 : 1)
                                       : std::max_element(scores.begin(), scores.end()) - scores.begin();
  return static_cast<float>(classes_[static_cast<std::size_t>(best)].label);
}

}  // namespace sketchbench
