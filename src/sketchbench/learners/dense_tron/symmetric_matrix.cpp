#include <sketchbench/learners/dense_tron/symmetric_matrix.hpp>

#include <algorithm>

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

SymmetricMatrix::SymmetricMatrix(Eigen::Index dim)
    : dim_(dim), blocks_(static_cast<std::size_t>((dim + columns_per_block - 1) / columns_per_block)) {}

/// body(first column, block). Blocks become shorter from first to last, so they are dealt out forth and back.
template <class Body>
void SymmetricMatrix::for_blocks(Share share, const Body& body) {
  for (Index b = 0; b < most_shares(); ++b) {
    const Index turn = b / share.of, at = b % share.of;
    if ((turn % 2 == 0 ? at : share.of - 1 - at) == share.number)
      body(b * columns_per_block, blocks_[static_cast<std::size_t>(b)]);
  }
}

void SymmetricMatrix::set_identity(Share share, double times) {
  for_blocks(share, [&](Index first, Eigen::MatrixXd& block) {
    block = times * Eigen::MatrixXd::Identity(dim_ - first, std::min(columns_per_block, dim_ - first));
  });
}

void SymmetricMatrix::add_products(const Eigen::Ref<const Rows>& x, double scale, Share share) {
  for_blocks(share, [&](Index first, Eigen::MatrixXd& block) {
    block.noalias() += scale * (x.rightCols(block.rows()).transpose() * x.middleCols(first, block.cols()));
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
