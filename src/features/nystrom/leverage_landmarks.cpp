#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "core/owned_rows.hpp"
#include "core/random.hpp"
#include "features/nystrom/landmark_kernel.hpp"
#include "features/nystrom/landmarks.hpp"
#include "kernels/gram.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr const char* stream_name = "nystrom_leverage.";
constexpr Index rows_per_block = 256;

/// Rows and the weights that they count with.
struct Sample {
  std::vector<Index> rows;
  VectorXd weights;
};

/// log D, by which intermediate levels take more rows.
double oversampling(Index D) { return std::max(1.0, std::log(static_cast<double>(D))); }

/// lambda for a sample: what its k largest eigenvalues leave, divided by k.
double ridge_of(const MatrixXd& weighted, const MatrixXd& plain, Index D) {
  const auto k = static_cast<Index>(std::ceil(static_cast<double>(D) / (4 * oversampling(D))));
  const Index size = weighted.rows();
  const double trace = weighted.trace();
  if (trace == 0) return 1;
  if (k >= size) return 1e-5 * plain.trace() / static_cast<double>(size);
  const VectorXd eigenvalues =
      Eigen::SelfAdjointEigenSolver<MatrixXd>(weighted, Eigen::EigenvaluesOnly).eigenvalues();
  const auto count = static_cast<double>(k);
  return std::max(trace - eigenvalues.tail(k).cwiseAbs().sum(), 1e-10 * trace) / count;
}

/// The leverage of each of `rows`, as the sample lets it be estimated.
std::vector<double> leverages(const Kernel& kernel, const Rows& train, std::span<const Index> rows,
                              const Sample& sample, Index D) {
  const OwnedRows owned(train, sample.rows);
  const LandmarkKernel values(kernel, owned.view());
  const MatrixXd plain = gram(kernel, owned.view());
  MatrixXd weighted = sample.weights.asDiagonal() * plain * sample.weights.asDiagonal();
  const double lambda = ridge_of(weighted, plain, D);
  weighted.diagonal().array() += lambda;
  const Eigen::LLT<Eigen::Ref<MatrixXd>> factor(weighted);

  std::vector<double> result(rows.size());
  MatrixXd columns(values.stride(), rows_per_block);
  for (std::size_t first = 0; first < rows.size(); first += rows_per_block) {
    const auto part = rows.subspan(first, std::min<std::size_t>(rows_per_block, rows.size() - first));
    const auto count = static_cast<Index>(part.size());
    const OwnedRows block(train, part);
    values.values(block.view(), columns.data());
    MatrixXd solved = sample.weights.asDiagonal() * columns.topLeftCorner(values.count(), count);
    factor.matrixL().solveInPlace(solved);
    for (Index i = 0; i < count; ++i) {
      const double left = kernel(block.view(), i, block.view(), i) - solved.col(i).squaredNorm();
      // 0 for what rounding made negative, and for what is no number.
      result[first + static_cast<std::size_t>(i)] = left > 0 ? left / lambda : 0;
    }
  }
  return result;
}

/// Each row by itself, with probability min(1, log D * leverage).
Sample draw_level(std::span<const Index> rows, const std::vector<double>& leverage, Index D, Seed seed,
                  std::uint64_t level) {
  RandomStream random(seed, std::string(stream_name) + "level", level);
  Sample sample;
  std::vector<double> weights;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double probability = std::min(1.0, oversampling(D) * leverage[i]);
    if (random.uniform() >= probability) continue;
    sample.rows.push_back(rows[i]);
    weights.push_back(1 / std::sqrt(probability));
  }
  if (sample.rows.empty()) {  // rows are in random order
    const auto count = std::min<std::size_t>(static_cast<std::size_t>(D), rows.size());
    sample.rows.assign(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count));
    weights.assign(count, std::sqrt(static_cast<double>(rows.size()) / static_cast<double>(count)));
  }
  sample.weights = Eigen::Map<const VectorXd>(weights.data(), static_cast<Index>(weights.size()));
  return sample;
}

}  // namespace

std::vector<Index> leverage_landmarks(const Kernel& kernel, const Rows& train, Index D, Seed seed) {
  std::vector<Index> order(static_cast<std::size_t>(train.size()));
  std::iota(order.begin(), order.end(), 0);
  if (D == train.size()) return order;
  RandomStream(seed, std::string(stream_name) + "order").shuffle(order);
  std::vector<std::size_t> sizes = {order.size()};  // of the levels, from the top
  while (sizes.back() > static_cast<std::size_t>(D)) sizes.push_back((sizes.back() + 1) / 2);

  const std::span<const Index> all = order;
  const auto base = all.first(sizes.back());
  Sample sample{.rows = {base.begin(), base.end()},
                .weights = VectorXd::Ones(static_cast<Index>(base.size()))};
  for (std::size_t level = sizes.size() - 2; level > 0; --level) {
    const auto rows = all.first(sizes[level]);
    sample = draw_level(rows, leverages(kernel, train, rows, sample, D), D, seed, level);
  }
  std::vector<double> leverage = leverages(kernel, train, all, sample, D);
  for (double& value : leverage) value = std::min(1.0, value);
  std::vector<Index> landmarks;
  for (const Index i :
       draw_without_repetition(leverage, D, seed, (std::string(stream_name) + "landmarks").c_str()))
    landmarks.push_back(order[static_cast<std::size_t>(i)]);
  std::ranges::sort(landmarks);
  return landmarks;
}

double leverage_landmarks_memory(const Kernel& kernel, Index d_in, Index n, Index D) {
  // A sample is random and D rows in the mean at most; so many more are taken as there is room for.
  const double size = 1.5 * static_cast<double>(D) + 100;
  const double matrices = 4 * size * size + 3 * size * static_cast<double>(rows_per_block);
  return sizeof(double) * (matrices + 6 * static_cast<double>(n) + 2 * size * static_cast<double>(d_in)) +
         LandmarkKernel::memory(kernel, d_in, static_cast<Index>(size)) +
         8.0 * static_cast<double>(d_in) * (size + static_cast<double>(rows_per_block));
}

}  // namespace sketchbench
