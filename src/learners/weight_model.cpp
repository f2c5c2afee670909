#include "learners/weight_model.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/threads.hpp"
#include "learners/row_blocks.hpp"

namespace sketchbench {

std::vector<float> WeightModel::predict(const Rows& x, int threads) const {
  constexpr Index rows_per_block = 256;
  if (x.dim() != w_.rows())
    throw InputError(
        fmt::format("the rows have {} features, expected {} as in training", x.dim(), w_.rows()));
  std::vector<float> labels(static_cast<std::size_t>(x.size()));
  const StoredRows rows(x);
  parallel_blocks_with(x.size(), rows_per_block, threads, [&]() -> BlockBody {
    return [&, workspace = RowMajorMatrix()](Index begin, Index end) mutable {
      const Eigen::MatrixXf score = rows.block(begin, end, workspace) * w_;
      for (Index i = 0; i < score.rows(); ++i) {
        Eigen::Index best = 0;
        if (w_.cols() == 1)
          best = score(i, 0) > 0 ? 0 : 1;
        else
          for (Eigen::Index k = 1; k < score.cols(); ++k)
            if (score(i, k) > score(i, best)) best = k;
        labels[static_cast<std::size_t>(begin + i)] =
            score.row(i).allFinite() ? static_cast<float>(classes_[static_cast<std::size_t>(best)].label)
                                     : undecided;
      }
    };
  });
  return labels;
}

}  // namespace sketchbench
