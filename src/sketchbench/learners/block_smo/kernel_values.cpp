#include <sketchbench/learners/block_smo/kernel_values.hpp>

#include <algorithm>
#include <cstring>
#include <numeric>

#include <sketchbench/core/threads.hpp>
#include <sketchbench/kernels/kernel_tile.hpp>
#include <sketchbench/numerics/transforms/lanes.hpp>

namespace sketchbench {
namespace {

constexpr Index rows_per_tile = 64;
constexpr Index rows_per_task = 16 * rows_per_tile;

/// Writes tile[r * lanes + lane] to out[lane][r], a register of either at a time.
void transpose_tile(const float* tile, Index rows, std::span<float* const> out) {
  constexpr Index side = lane_count;
  alignas(64) float block[side * side];
  for (Index first = 0; first < static_cast<Index>(out.size()); first += side)
    for (Index r = 0; r < rows; r += side) {
      const Index count = std::min(side, rows - r);
      Lanes values[side];
      for (Index k = 0; k < count; ++k)
        std::memcpy(&values[k], tile + (r + k) * PackedRows::lanes + first, sizeof(Lanes));
      store_lanes({values}, count, 1, block, side, side);
      const Index wanted = std::min(side, static_cast<Index>(out.size()) - first);
      for (Index k = 0; k < wanted; ++k) std::copy_n(block + k * side, count, out[first + k] + r);
    }
}

std::vector<Index> all_numbers(Index n) {
  std::vector<Index> numbers(static_cast<std::size_t>(n));
  std::iota(numbers.begin(), numbers.end(), Index{0});
  return numbers;
}

}  // namespace

KernelOfRows::KernelOfRows(const Rows& x, const Kernel& kernel)
    : x_(x), kernel_(kernel), norms_(squared_norms(x)), packed_(x.dim()) {}

void KernelOfRows::rows(std::span<const Index> which, std::span<float* const> to, int threads) {
  packed_.pack(x_, which);
  parallel_blocks(x_.size(), rows_per_task, threads, [&](Index begin, Index end) {
    alignas(64) float tile[rows_per_tile * PackedRows::lanes];
    std::vector<float*> part(to.size());
    for (Index i = begin; i < end; i += rows_per_tile) {
      const Index last = std::min(end, i + rows_per_tile);
      packed_.kernel(x_, norms_, i, last, kernel_, tile);
      for (std::size_t k = 0; k < to.size(); ++k) part[k] = to[k] + i;
      transpose_tile(tile, last - i, part);
    }
  });
}

std::vector<float> KernelOfRows::diagonal() {
  constexpr Index lanes = PackedRows::lanes;
  std::vector<float> values(static_cast<std::size_t>(size()));
  std::vector<float> tile(static_cast<std::size_t>(lanes * lanes));
  for (Index begin = 0; begin < x_.size(); begin += lanes) {
    const Index end = std::min(x_.size(), begin + lanes);
    packed_.pack(x_, begin, end);
    packed_.kernel(x_, norms_, begin, end, kernel_, tile.data());
    for (Index i = begin; i < end; ++i)
      values[static_cast<std::size_t>(i)] = tile[static_cast<std::size_t>((i - begin) * (lanes + 1))];
  }
  return values;
}

std::unique_ptr<KernelValues> KernelOfRows::of(std::span<const Index> kept) const {
  std::shared_ptr<const OwnedRows> copy = copy_;
  if (std::ssize(kept) < size())
    copy = std::make_shared<const OwnedRows>(x_, std::vector<Index>(kept.begin(), kept.end()));
  auto some = std::make_unique<KernelOfRows>(copy ? copy->view() : x_, kernel_);
  some->copy_ = std::move(copy);
  return some;
}

std::vector<double> KernelOfRows::sums(std::span<const Index> support, std::span<const double> b,
                                       std::span<const Index> wanted, int threads) const {
  std::vector<double> found(wanted.size(), 0);
  const OwnedRows copy(x_, std::vector<Index>(wanted.begin(), wanted.end()));
  const Rows of = copy.view();
  const std::vector<float> norms = squared_norms(of);
  PackedRows packed(x_.dim());
  for (std::size_t from = 0; from < support.size(); from += PackedRows::lanes) {
    const auto some = support.subspan(from, std::min<std::size_t>(PackedRows::lanes, support.size() - from));
    packed.pack(x_, some);
    parallel_blocks(of.size(), rows_per_task, threads, [&](Index begin, Index end) {
      alignas(64) float tile[rows_per_tile * PackedRows::lanes];
      for (Index i = begin; i < end; i += rows_per_tile) {
        const Index last = std::min(end, i + rows_per_tile);
        packed.kernel(of, norms, i, last, kernel_, tile);
        for (Index r = i; r < last; ++r)
          for (std::size_t k = 0; k < some.size(); ++k)
            found[static_cast<std::size_t>(r)] +=
                b[from + k] * double{tile[(r - i) * PackedRows::lanes + static_cast<Index>(k)]};
      }
    });
  }
  return found;
}

GivenGram::GivenGram(const Rows& matrix) : GivenGram(matrix, all_numbers(matrix.size())) {}

void GivenGram::rows(std::span<const Index> which, std::span<float* const> to, int /*threads*/) {
  for (std::size_t k = 0; k < which.size(); ++k)
    for (Index j = 0; j < size(); ++j) to[k][j] = value(which[k], j);
}

std::vector<float> GivenGram::diagonal() {
  std::vector<float> values;
  for (Index i = 0; i < size(); ++i) values.push_back(value(i, i));
  return values;
}

std::unique_ptr<KernelValues> GivenGram::of(std::span<const Index> kept) const {
  std::vector<Index> number;
  for (const Index i : kept) number.push_back(at(i));
  return std::make_unique<GivenGram>(matrix_, std::move(number));
}

std::vector<double> GivenGram::sums(std::span<const Index> support, std::span<const double> b,
                                    std::span<const Index> wanted, int threads) const {
  std::vector<double> found(wanted.size(), 0);
  parallel_blocks(std::ssize(wanted), rows_per_tile, threads, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (std::size_t k = 0; k < support.size(); ++k)
        found[static_cast<std::size_t>(i)] +=
            b[k] * double{value(wanted[static_cast<std::size_t>(i)], support[k])};
  });
  return found;
}

std::vector<Index> RepeatedKernel::points_of(std::span<const Index> rows) const {
  std::vector<Index> points;
  for (const Index i : rows) points.push_back(point_[static_cast<std::size_t>(i)]);
  return points;
}

void RepeatedKernel::rows(std::span<const Index> which, std::span<float* const> to, int threads) {
  const auto n = static_cast<std::size_t>(points_->size());
  values_.resize(n * which.size());
  std::vector<float*> of_points;
  for (std::size_t k = 0; k < which.size(); ++k) of_points.push_back(values_.data() + k * n);
  points_->rows(points_of(which), of_points, threads);
  for (std::size_t k = 0; k < which.size(); ++k)
    for (std::size_t j = 0; j < point_.size(); ++j) to[k][j] = of_points[k][point_[j]];
}

std::vector<float> RepeatedKernel::diagonal() {
  const std::vector<float> of_points = points_->diagonal();
  std::vector<float> values;
  for (const Index p : point_) values.push_back(of_points[static_cast<std::size_t>(p)]);
  return values;
}

std::unique_ptr<KernelValues> RepeatedKernel::of(std::span<const Index> kept) const {
  std::vector<Index> point = points_of(kept), distinct = point;
  std::ranges::sort(distinct);
  distinct.erase(std::ranges::unique(distinct).begin(), distinct.end());
  for (Index& p : point) p = std::ranges::lower_bound(distinct, p) - distinct.begin();
  return std::make_unique<RepeatedKernel>(points_->of(distinct), std::move(point));
}

std::vector<double> RepeatedKernel::sums(std::span<const Index> support, std::span<const double> b,
                                         std::span<const Index> wanted, int threads) const {
  return points_->sums(points_of(support), b, points_of(wanted), threads);
}

}  // namespace sketchbench
