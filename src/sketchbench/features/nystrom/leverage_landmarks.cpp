#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>

#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/features/nystrom/draw_without_repetition.hpp>
#include <sketchbench/features/nystrom/landmark_kernel.hpp>
#include <sketchbench/features/nystrom/landmarks.hpp>
#include <sketchbench/features/nystrom/leverage_scores.hpp>

namespace sketchbench {
namespace {

using Eigen::VectorXd;

constexpr const char* stream_name = "nystrom_leverage.";

/// Each row by itself, with probability min(1, log D * leverage).
WeightedRows draw_level(std::span<const Index> rows, const std::vector<double>& leverage, Index D, Seed seed,
                        std::uint64_t level) {
  RandomStream random(seed, std::string(stream_name) + "level", level);
  WeightedRows sample;
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
  WeightedRows sample{.rows = {base.begin(), base.end()},
                      .weights = VectorXd::Ones(static_cast<Index>(base.size()))};
  for (std::size_t level = sizes.size() - 2; level > 0; --level) {
    const auto rows = all.first(sizes[level]);
    sample = draw_level(rows, leverage_scores(kernel, train, rows, sample, D), D, seed, level);
  }
  std::vector<double> leverage = leverage_scores(kernel, train, all, sample, D);
  for (double& value : leverage) value = std::min(1.0, value);
  std::vector<Index> landmarks;
  for (const Index i : draw_without_repetition(leverage, D, seed, std::string(stream_name) + "landmarks"))
    landmarks.push_back(order[static_cast<std::size_t>(i)]);
  std::ranges::sort(landmarks);
  return landmarks;
}

double leverage_landmarks_memory(const Kernel& kernel, Index d_in, Index n, Index D) {
  // A sample is random and D rows in the mean at most; so many more are taken as there is room for.
  const double size = 1.5 * static_cast<double>(D) + 100;
  const double matrices = 4 * size * size + 3 * size * static_cast<double>(rows_of_leverage_block);
  return sizeof(double) * (matrices + 6 * static_cast<double>(n) + 2 * size * static_cast<double>(d_in)) +
         LandmarkKernel::memory(kernel, d_in, static_cast<Index>(size)) +
         OwnedRows::memory(static_cast<Index>(size) + rows_of_leverage_block, d_in);
}

}  // namespace sketchbench
