#include <sketchbench/learners/kernel_sums.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <sketchbench/core/threads.hpp>
#include <sketchbench/kernels/kernel_tile.hpp>
#include <sketchbench/learners/packed_rows.hpp>

namespace sketchbench {
namespace {

constexpr Index lanes = PackedRows::lanes;
constexpr Index rows_per_tile = 64;

/// sums[lane] += b * values[lane].
void add(double b, const float* values, double* sums) {
  for (Index lane = 0; lane < lanes; ++lane) sums[lane] += b * double{values[lane]};
}

}  // namespace

std::vector<Index> KernelSums::support_rows(const std::vector<PairSolution>& machines) {
  std::vector<Index> rows;
  for (const PairSolution& one : machines) rows.insert(rows.end(), one.row.begin(), one.row.end());
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

KernelSums::KernelSums(const Rows& x, const Kernel& kernel, std::vector<PairSolution> machines)
    : kernel_(kernel),
      machines_(std::move(machines)),
      support_(x, support_rows(machines_)),
      norms_(squared_norms(support_.view())) {
  const std::vector<Index> rows = support_rows(machines_);
  std::size_t coefficients = 0;
  for (const PairSolution& pair : machines_) coefficients += pair.row.size();
  shares_.reserve(coefficients);
  for (std::size_t p = 0; p < machines_.size(); ++p)
    for (std::size_t k = 0; k < machines_[p].row.size(); ++k) {
      const auto at = std::lower_bound(rows.begin(), rows.end(), machines_[p].row[k]);
      shares_.push_back({at - rows.begin(), static_cast<Index>(p), machines_[p].b[k]});
    }
  std::stable_sort(shares_.begin(), shares_.end(),
                   [](const Share& a, const Share& b) { return a.support < b.support; });
}

ModelParts KernelSums::parts() const {
  const std::vector<Index> rows = support_rows(machines_);
  std::vector<std::int64_t> sizes, numbers;
  std::vector<double> coefficients, rho;
  for (const PairSolution& one : machines_) {
    sizes.push_back(std::ssize(one.row));
    for (const Index row : one.row) numbers.push_back(std::ranges::lower_bound(rows, row) - rows.begin());
    coefficients.insert(coefficients.end(), one.b.begin(), one.b.end());
    rho.push_back(one.rho);
  }
  return {.whole = {{"pair_sizes", std::move(sizes)}, {"pair_rows", std::move(numbers)}},
          .real = {{"coefficients", std::move(coefficients)}, {"rho", std::move(rho)}},
          .rows = support_};
}

KernelSums KernelSums::restore(const ModelParts& parts, const Kernel& kernel, Index features,
                               std::size_t count) {
  const PartsReader reader(parts);
  const Rows rows = reader.rows(features);
  const auto& numbers = reader.whole("pair_rows", 0, rows.size() - 1);
  const auto& sizes = reader.whole("pair_sizes", 0, std::ssize(numbers));
  const auto& coefficients = reader.real("coefficients", numbers.size());
  const auto& rho = reader.real("rho", count);
  if (sizes.size() != count)
    PartsReader::fail("pair_sizes", fmt::format("has {} values, expected {}", sizes.size(), count));
  std::vector<PairSolution> machines;
  std::int64_t begin = 0;
  for (std::size_t p = 0; p < count; ++p) {
    const std::int64_t end = begin + sizes[p];
    if (end > std::ssize(numbers)) PartsReader::fail("pair_sizes", "tells of more rows than there are");
    machines.push_back({.row = {numbers.begin() + begin, numbers.begin() + end},
                        .b = {coefficients.begin() + begin, coefficients.begin() + end},
                        .rho = rho[p]});
    begin = end;
  }
  return {rows, kernel, std::move(machines)};
}

std::unique_ptr<Model> KernelRegressor::restore(const ModelParts& parts, const Kernel& kernel,
                                                Index features) {
  return std::make_unique<KernelRegressor>(KernelSums::restore(parts, kernel, features, 1));
}

void KernelSums::score(const Rows& x, int threads, std::span<double> scores) const {
  const Rows support = support_.view();
  parallel_blocks_with(x.size(), lanes, threads, [&]() -> BlockBody {
    return [&, packed = PackedRows(std::max(x.dim(), support.dim())),
            tile = std::vector<float>(static_cast<std::size_t>(rows_per_tile * lanes)),
            sums = std::vector<double>(machines_.size() * static_cast<std::size_t>(lanes))](
               Index begin, Index end) mutable {
      packed.pack(x, begin, end);
      for (std::size_t p = 0; p < machines_.size(); ++p)
        std::fill_n(&sums[p * static_cast<std::size_t>(lanes)], lanes, -machines_[p].rho);
      auto share = shares_.begin();
      for (Index from = 0; from < support.size(); from += rows_per_tile) {
        const Index to = std::min(support.size(), from + rows_per_tile);
        packed.kernel(support, norms_, from, to, kernel_, tile.data());
        for (; share != shares_.end() && share->support < to; ++share)
          add(share->b, &tile[static_cast<std::size_t>((share->support - from) * lanes)],
              &sums[static_cast<std::size_t>(share->machine * lanes)]);
      }
      auto score = scores.begin() + begin * std::ssize(machines_);
      for (Index lane = 0; lane < end - begin; ++lane)
        for (std::size_t p = 0; p < machines_.size(); ++p)
          *score++ = sums[p * static_cast<std::size_t>(lanes) + static_cast<std::size_t>(lane)];
    };
  });
}

}  // namespace sketchbench
