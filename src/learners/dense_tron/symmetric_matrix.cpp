#include "learners/dense_tron/symmetric_matrix.hpp"

#include <algorithm>

#include "core/threads.hpp"

namespace sketchbench {
namespace {

using Eigen::Index;

// A block, and its part of some hundred rows, stay in the second-level cache.
constexpr Index columns_per_block = 64;

}  // namespace

double SymmetricMatrix::memory(Index dim) {
  const auto d = static_cast<double>(dim);
  return sizeof(double) * d * (d + static_cast<double>(columns_per_block)) / 2;
}

void SymmetricMatrix::set_identity() {
  blocks_.clear();
  for (Index j = 0; j < dim_; j += columns_per_block)
    blocks_.push_back(Eigen::MatrixXd::Identity(dim_ - j, std::min(columns_per_block, dim_ - j)));
}

void SymmetricMatrix::add_products(const Eigen::Ref<const Rows>& x, double scale, int threads) {
  parallel_blocks(static_cast<Index>(blocks_.size()), 1, threads, [&](Index from, Index to) {
    for (Index b = from; b < to; ++b) {
      Eigen::MatrixXd& block = blocks_[static_cast<std::size_t>(b)];
      block.noalias() +=
          scale * (x.rightCols(block.rows()).transpose() * x.middleCols(dim_ - block.rows(), block.cols()));
    }
  });
}

Eigen::VectorXd SymmetricMatrix::times(const Eigen::VectorXd& v) const {
  Eigen::VectorXd result = Eigen::VectorXd::Zero(dim_);
  for (const auto& block : blocks_) {
    const Index j = dim_ - block.rows(), width = block.cols(), below = block.rows() - width;
    result.tail(block.rows()).noalias() += block * v.segment(j, width);
    result.segment(j, width).noalias() += block.bottomRows(below).transpose() * v.tail(below);
  }
  return result;
}

Eigen::VectorXd SymmetricMatrix::diagonal() const {
  Eigen::VectorXd result(dim_);
  for (const auto& block : blocks_) result.segment(dim_ - block.rows(), block.cols()) = block.diagonal();
  return result;
}

}  // namespace sketchbench
