#include <sketchbench/numerics/eigensolvers/tall_matrices.hpp>

#include <algorithm>
#include <functional>
#include <vector>

#include <sketchbench/core/random.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/numerics/decompositions.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;

constexpr Index rows_per_block = 2048;

/// Consecutive rows 0 .. m - 1 in blocks of about the same size, one or of 4 k rows at least: triangular
/// factors below each other then have a quarter of the rows.
struct RowBlocks {
  RowBlocks(Index m, Index k) : rows(m), count(std::max<Index>(1, m / std::max(rows_per_block, 4 * k))) {}

  Index begin(Index block) const { return rows * block / count; }
  Index size(Index block) const { return begin(block + 1) - begin(block); }

  void for_each(int threads, const std::function<void(Index block)>& body) const {
    parallel_blocks(count, 1, threads, [&](Index first, Index last) {
      for (Index block = first; block < last; ++block) body(block);
    });
  }

  Index rows, count;
};

}  // namespace

MatrixXd inner_products(const MatrixXd& a, const MatrixXd& b, int threads) {
  const RowBlocks blocks(a.rows(), std::max(a.cols(), b.cols()));
  std::vector<MatrixXd> parts(static_cast<std::size_t>(blocks.count));
  blocks.for_each(threads, [&](Index block) {
    const Index first = blocks.begin(block), size = blocks.size(block);
    parts[static_cast<std::size_t>(block)] =
        a.middleRows(first, size).transpose() * b.middleRows(first, size);
  });
  MatrixXd sum = MatrixXd::Zero(a.cols(), b.cols());
  for (const MatrixXd& part : parts) sum += part;
  return sum;
}

MatrixXd combined_columns(const MatrixXd& a, const MatrixXd& s, int threads) {
  const RowBlocks blocks(a.rows(), a.cols());
  MatrixXd result(a.rows(), s.cols());
  blocks.for_each(threads, [&](Index block) {
    const Index first = blocks.begin(block), size = blocks.size(block);
    result.middleRows(first, size).noalias() = a.middleRows(first, size) * s;
  });
  return result;
}

MatrixXd orthonormal_columns(const MatrixXd& y, int threads) {
  const Index k = y.cols();
  const RowBlocks blocks(y.rows(), k);
  if (blocks.count == 1) return orthonormal_basis(y);
  MatrixXd basis(y.rows(), k), factors(blocks.count * k, k);
  blocks.for_each(threads, [&](Index block) {
    const Index first = blocks.begin(block), size = blocks.size(block);
    const MatrixXd part = orthonormal_basis(y.middleRows(first, size));
    factors.middleRows(block * k, k).noalias() = part.transpose() * y.middleRows(first, size);
    basis.middleRows(first, size) = part;
  });
  const MatrixXd joint = orthonormal_columns(factors, threads);
  blocks.for_each(threads, [&](Index block) {
    const Index first = blocks.begin(block), size = blocks.size(block);
    const MatrixXd part = basis.middleRows(first, size);
    basis.middleRows(first, size).noalias() = part * joint.middleRows(block * k, k);
  });
  return basis;
}

MatrixXd normal_rows(Index m, Index k, Seed seed, std::string_view purpose) {
  MatrixXd result(m, k);
  for (Index i = 0; i < m; ++i) {
    RandomStream random(seed, purpose, static_cast<std::uint64_t>(i));
    for (Index j = 0; j < k; ++j) result(i, j) = random.normal();
  }
  return result;
}

MatrixXd multiplied(const SymmetricOperator& a, const MatrixXd& x, int threads) {
  const Eigen::MatrixXf single = x.cast<float>();
  Eigen::MatrixXf product(x.rows(), x.cols());
  a.multiply(single, product, threads);
  if (!product.allFinite()) fail_not_finite("a product of the matrix whose eigenvectors are wanted");
  return product.cast<double>();
}

}  // namespace sketchbench
