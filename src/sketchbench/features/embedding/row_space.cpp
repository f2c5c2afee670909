#include <sketchbench/features/embedding/row_space.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/features/embedding/projected_features.hpp>
#include <sketchbench/numerics/decompositions.hpp>
#include <sketchbench/numerics/transforms/subsampled_hadamard.hpp>
#include <sketchbench/numerics/transforms/walsh_hadamard.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;

constexpr Index rows_per_product = 256;     // that are summed up in single precision
constexpr Index rows_per_transform = 1024;  // B
// Columns of F that stand beside each other as rows: a multiple of a panel, and they fit the second-level
// cache.
constexpr Index columns_per_tile = 48;
// Columns whose distance is a power of two would displace each other from the cache.
constexpr Index spare = 16;

/// Calls body(first row, block of F) for all rows, `most` at a time.
void for_each_block(const FrequencyMap& fourier, const Rows& train, Index most,
                    const std::function<void(Index first, const DenseMatrix& block)>& body) {
  for (Index first = 0; first < train.size(); first += most) {
    const Index last = std::min(train.size(), first + most);
    DenseMatrix block(last - first, fourier.d_out());
    fourier.transform(train.slice(first, last), block);
    body(first, block);
  }
}

/// Calls body(first column, columns) for all columns of a block, a tile at a time: column j is row j - first,
/// with zeros up to `length` values and beyond.
void for_each_tile(const DenseMatrix& block, Index length,
                   const std::function<void(Index first, DenseMatrix& columns)>& body) {
  for (Index first = 0; first < block.d; first += columns_per_tile) {
    const Index last = std::min(block.d, first + columns_per_tile);
    DenseMatrix columns(last - first, length + spare);
    for (Index i = 0; i < block.n; ++i)
      for (Index j = first; j < last; ++j) columns.row(j - first)[i] = block.row(i)[j];
    body(first, columns);
  }
}

/// sums += block^T b. `lower`: only what is on and below the diagonal, and no more than a tile above it.
void add_product(const DenseMatrix& block, const PanelMatrix<float>& b, bool lower, MatrixXd& sums) {
  const Index stride = PanelMatrix<float>::padded(b.count());
  std::vector<float> products(static_cast<std::size_t>(columns_per_tile * stride));
  for_each_tile(block, block.n, [&](Index first, DenseMatrix& columns) {
    const Index end = lower ? std::min(b.count(), first + columns.n) : b.count();
    b.multiply(columns.value.data(), columns.d, columns.n, 0, end, products.data(), stride);
    for (Index k = 0; k < end; ++k)
      for (Index j = 0; j < columns.n; ++j)
        sums(first + j, k) += double{products[static_cast<std::size_t>(j * stride + k)]};
  });
}

PanelMatrix<float> panels_of_block(const DenseMatrix& block) {
  PanelMatrix<float> panels(block.n, block.d);
  for (Index i = 0; i < block.n; ++i)
    for (Index j = 0; j < block.d; ++j) panels.at(i, j) = block.row(i)[j];
  return panels;
}

}  // namespace

MatrixXd gaussian_projection(const FrequencyMap& fourier, const Rows& train, Index l, Seed seed,
                             const std::string& name) {
  MatrixXd y = MatrixXd::Zero(fourier.d_out(), l);
  for_each_block(fourier, train, rows_per_product, [&](Index first, const DenseMatrix& block) {
    PanelMatrix<float> theta(block.n, l);
    for (Index i = 0; i < block.n; ++i) {
      RandomStream random(seed, name, static_cast<std::uint64_t>(first + i));
      for (Index j = 0; j < l; ++j) theta.at(i, j) = static_cast<float>(random.normal());
    }
    add_product(block, theta, false, y);
  });
  return y;
}

MatrixXd hadamard_projection(const FrequencyMap& fourier, const Rows& train, Index l, Seed seed,
                             const std::string& name) {
  const SubsampledHadamard theta(train.size(), l, seed, name);
  const Index B = std::min(rows_per_transform, theta.padded());
  MatrixXd y = MatrixXd::Zero(fourier.d_out(), l);
  std::vector<float> signs(static_cast<std::size_t>(l));  // of row j_b of H_b at this block
  for_each_block(fourier, train, B, [&](Index first, const DenseMatrix& block) {
    for (std::size_t j = 0; j < signs.size(); ++j) {
      const Index outer = theta.rows()[j] / B;
      signs[j] = std::popcount(static_cast<std::uint64_t>(outer & (first / B))) % 2 == 0 ? 1.0f : -1.0f;
    }
    for_each_tile(block, B, [&](Index column, DenseMatrix& columns) {
      for (Index c = 0; c < columns.n; ++c) {
        float* const f = columns.row(c);
        for (Index i = 0; i < block.n; ++i) f[i] *= theta.signs()[static_cast<std::size_t>(first + i)];
        walsh_hadamard(f, B);
      }
      for (Index j = 0; j < l; ++j) {
        const Index inner = theta.rows()[static_cast<std::size_t>(j)] % B;
        for (Index c = 0; c < columns.n; ++c)
          y(column + c, j) += double{signs[static_cast<std::size_t>(j)] * columns.row(c)[inner]};
      }
    });
  });
  return y / std::sqrt(static_cast<double>(l));
}

MatrixXd multiply_by_covariance(const FrequencyMap& fourier, const Rows& train, const MatrixXd& b) {
  const PanelMatrix<float> panels = panels_of(b);
  MatrixXd y = MatrixXd::Zero(b.rows(), b.cols());
  DenseMatrix products(rows_per_product, PanelMatrix<float>::padded(b.cols()));
  for_each_block(fourier, train, rows_per_product, [&](Index, const DenseMatrix& block) {
    panels.multiply(block.view(), 0, b.cols(), products.value.data(), products.d);
    PanelMatrix<float> fb(block.n, b.cols());
    for (Index i = 0; i < block.n; ++i)
      for (Index j = 0; j < b.cols(); ++j) fb.at(i, j) = products.row(i)[j];
    add_product(block, fb, false, y);
  });
  return y;
}

MatrixXd covariance(const FrequencyMap& fourier, const Rows& train) {
  MatrixXd sums = MatrixXd::Zero(fourier.d_out(), fourier.d_out());
  for_each_block(fourier, train, rows_per_product, [&](Index, const DenseMatrix& block) {
    add_product(block, panels_of_block(block), true, sums);
  });
  sums.triangularView<Eigen::StrictlyUpper>() = sums.transpose();
  return sums;
}

MatrixXd leading_eigenvectors(const MatrixXd& symmetric, Index l) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(symmetric);
  if (solver.info() != Eigen::Success)
    throw InputError(
        fmt::format("the covariance of {} features of the training rows has no eigenvectors, its values are "
                    "not finite: {}",
                    symmetric.rows(), scaling_advice({})));
  return solver.eigenvectors().rightCols(l).rowwise().reverse();
}

double pass_memory(Index d, Index l) {
  const auto stride = static_cast<double>(PanelMatrix<float>::padded(l));
  const double block = static_cast<double>(rows_per_transform) * static_cast<double>(d);
  const double beside =
      static_cast<double>(columns_per_tile) * (static_cast<double>(rows_per_transform) + stride) +
      2.0 * static_cast<double>(rows_per_product) * stride;
  return sizeof(float) * (block + beside) + FrequencyMap::workspace();
}

}  // namespace sketchbench
