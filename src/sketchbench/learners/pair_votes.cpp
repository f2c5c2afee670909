#include <sketchbench/learners/pair_votes.hpp>

#include <fmt/format.h>

#include <algorithm>

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

std::vector<Index> PairVotes::support_rows(const std::vector<PairSolution>& pairs) {
  std::vector<Index> rows;
  for (const PairSolution& pair : pairs) rows.insert(rows.end(), pair.row.begin(), pair.row.end());
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

PairVotes::PairVotes(const Rows& x, const Kernel& kernel, std::vector<int> classes,
                     std::vector<PairSolution> pairs)
    : kernel_(kernel),
      classes_(std::move(classes)),
      pairs_(std::move(pairs)),
      support_(x, support_rows(pairs_)),
      norms_(squared_norms(support_.view())) {
  const std::vector<Index> rows = support_rows(pairs_);
  std::size_t coefficients = 0;
  for (const PairSolution& pair : pairs_) coefficients += pair.row.size();
  shares_.reserve(coefficients);
  for (std::size_t p = 0; p < pairs_.size(); ++p)
    for (std::size_t k = 0; k < pairs_[p].row.size(); ++k) {
      const auto at = std::lower_bound(rows.begin(), rows.end(), pairs_[p].row[k]);
      shares_.push_back({at - rows.begin(), static_cast<Index>(p), pairs_[p].b[k]});
    }
  std::stable_sort(shares_.begin(), shares_.end(),
                   [](const Share& a, const Share& b) { return a.support < b.support; });
}

std::optional<ModelParts> PairVotes::parts() const {
  const std::vector<Index> rows = support_rows(pairs_);
  std::vector<std::int64_t> sizes, numbers;
  std::vector<double> coefficients, rho;
  for (const PairSolution& pair : pairs_) {
    sizes.push_back(std::ssize(pair.row));
    for (const Index row : pair.row) numbers.push_back(std::ranges::lower_bound(rows, row) - rows.begin());
    coefficients.insert(coefficients.end(), pair.b.begin(), pair.b.end());
    rho.push_back(pair.rho);
  }
  return ModelParts{.whole = {{"labels", part_of_labels(classes_)},
                              {"pair_sizes", std::move(sizes)},
                              {"pair_rows", std::move(numbers)}},
                    .real = {{"coefficients", std::move(coefficients)}, {"rho", std::move(rho)}},
                    .rows = support_};
}

std::unique_ptr<Model> PairVotes::restore(const ModelParts& parts, const Kernel& kernel, Index features) {
  const PartsReader reader(parts);
  const Rows rows = reader.rows(features);
  std::vector<int> classes = reader.labels();
  const std::size_t count = classes.size() * (classes.size() - 1) / 2;
  const auto& numbers = reader.whole("pair_rows", 0, rows.size() - 1);
  const auto& sizes = reader.whole("pair_sizes", 0, std::ssize(numbers));
  const auto& coefficients = reader.real("coefficients", numbers.size());
  const auto& rho = reader.real("rho", count);
  if (sizes.size() != count)
    PartsReader::fail("pair_sizes", fmt::format("has {} values, expected {}", sizes.size(), count));
  std::vector<PairSolution> pairs;
  std::int64_t begin = 0;
  for (std::size_t a = 0; a < classes.size(); ++a)
    for (std::size_t b = a + 1; b < classes.size(); ++b) {
      const std::size_t p = pairs.size();
      const std::int64_t end = begin + sizes[p];
      if (end > std::ssize(numbers)) PartsReader::fail("pair_sizes", "tells of more rows than there are");
      pairs.push_back({.first = classes[a],
                       .second = classes[b],
                       .row = {numbers.begin() + begin, numbers.begin() + end},
                       .b = {coefficients.begin() + begin, coefficients.begin() + end},
                       .rho = rho[p]});
      begin = end;
    }
  return std::make_unique<PairVotes>(rows, kernel, std::move(classes), std::move(pairs));
}

void PairVotes::score(const Rows& x, int threads, std::span<double> scores) const {
  const Rows support = support_.view();
  parallel_blocks_with(x.size(), lanes, threads, [&]() -> BlockBody {
    return [&, packed = PackedRows(std::max(x.dim(), support.dim())),
            tile = std::vector<float>(static_cast<std::size_t>(rows_per_tile * lanes)),
            sums = std::vector<double>(pairs_.size() * static_cast<std::size_t>(lanes))](Index begin,
                                                                                         Index end) mutable {
      packed.pack(x, begin, end);
      for (std::size_t p = 0; p < pairs_.size(); ++p)
        std::fill_n(&sums[p * static_cast<std::size_t>(lanes)], lanes, -pairs_[p].rho);
      auto share = shares_.begin();
      for (Index from = 0; from < support.size(); from += rows_per_tile) {
        const Index to = std::min(support.size(), from + rows_per_tile);
        packed.kernel(support, norms_, from, to, kernel_, tile.data());
        for (; share != shares_.end() && share->support < to; ++share)
          add(share->b, &tile[static_cast<std::size_t>((share->support - from) * lanes)],
              &sums[static_cast<std::size_t>(share->pair * lanes)]);
      }
      auto score = scores.begin() + begin * std::ssize(pairs_);
      for (Index lane = 0; lane < end - begin; ++lane)
        for (std::size_t p = 0; p < pairs_.size(); ++p)
          *score++ = sums[p * static_cast<std::size_t>(lanes) + static_cast<std::size_t>(lane)];
    };
  });
}

}  // namespace sketchbench
