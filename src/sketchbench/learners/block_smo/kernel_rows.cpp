#include <sketchbench/learners/block_smo/kernel_rows.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/kernels/kernel_tile.hpp>
#include <sketchbench/learners/block_smo/smo_subproblem.hpp>
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

}  // namespace

KernelRows::KernelRows(const Rows& x, const Kernel& kernel, double cache_bytes, int threads)
    : x_(x),
      norms_(squared_norms(x)),
      kernel_(kernel),
      threads_(threads),
      cache_bytes_(cache_bytes),
      slot_of_(static_cast<std::size_t>(x.size()), -1),
      packed_(x.dim()) {
  allocate();
}

KernelRows::KernelRows(GivenGram gram, double cache_bytes)
    : gram_(std::move(gram)),
      threads_(1),
      cache_bytes_(cache_bytes),
      slot_of_(static_cast<std::size_t>(gram_->size()), -1),
      packed_(0) {
  allocate();
}

void KernelRows::allocate() {
  set_size();
  cache_bytes_ = 4.0 * static_cast<double>(capacity_ * stride_);
  all_bytes_ = cache_bytes_;
  values_ = LargeArray(static_cast<std::size_t>(capacity_ * stride_));
  slots_.resize(static_cast<std::size_t>(capacity_));
}

Index KernelRows::capacity(Index n, double cache_bytes) {
  return static_cast<Index>(std::clamp(cache_bytes / (4.0 * static_cast<double>(SmoSubproblem::padded(n))),
                                       2.0, static_cast<double>(std::max<Index>(2, n))));
}

double KernelRows::bytes(Index n) const {
  return 4.0 * static_cast<double>(std::min(capacity_, used_ + n) * stride_);
}

void KernelRows::limit(double bytes) {
  capacity_ = std::max(used_, capacity(size(), std::min(bytes, all_bytes_)));
  cache_bytes_ = 4.0 * static_cast<double>(capacity_ * stride_);
  slots_.resize(static_cast<std::size_t>(capacity_));
}

void KernelRows::set_size() {
  stride_ = SmoSubproblem::padded(size());
  capacity_ = capacity(size(), cache_bytes_);
}

void KernelRows::keep(const Rows& x, std::span<const Index> kept) {
  std::vector<Index> new_number(slot_of_.size(), -1);
  for (std::size_t k = 0; k < kept.size(); ++k)
    new_number[static_cast<std::size_t>(kept[k])] = static_cast<Index>(k);
  const auto number_of = [&](const Slot& slot) { return new_number[static_cast<std::size_t>(slot.row)]; };

  const Index old_stride = stride_;
  if (gram_) {
    gram_->keep(kept);
  } else {
    x_ = x;
    for (std::size_t k = 0; k < kept.size(); ++k) norms_[k] = norms_[static_cast<std::size_t>(kept[k])];
    norms_.resize(kept.size());
  }
  slot_of_.assign(kept.size(), -1);
  set_size();
  // Every value moves towards the front, past none that is still to be read.
  std::vector<Index> new_slot(static_cast<std::size_t>(used_), -1);
  Index count = 0;
  for (Index s = 0; s < used_; ++s) {
    if (number_of(slots_[static_cast<std::size_t>(s)]) < 0) continue;
    const float* from = values_.data() + s * old_stride;
    float* to = at(count);
    for (std::size_t k = 0; k < kept.size(); ++k) to[k] = from[kept[k]];
    std::fill(to + kept.size(), to + stride_, 0.0f);
    new_slot[static_cast<std::size_t>(s)] = count++;
  }

  const std::vector<Slot> before = std::move(slots_);
  slots_.assign(static_cast<std::size_t>(capacity_), Slot());
  used_ = count;
  const Index first = oldest_;
  oldest_ = newest_ = -1;
  for (Index s = first; s >= 0; s = before[static_cast<std::size_t>(s)].newer) {
    const Index slot = new_slot[static_cast<std::size_t>(s)];
    if (slot < 0) continue;
    const Index row = number_of(before[static_cast<std::size_t>(s)]);
    slots_[static_cast<std::size_t>(slot)].row = row;
    slot_of_[static_cast<std::size_t>(row)] = slot;
    link_newest(slot);
  }
}

std::vector<float> KernelRows::diagonal() {
  std::vector<float> values(static_cast<std::size_t>(size()));
  if (gram_) {
    for (Index i = 0; i < size(); ++i) values[static_cast<std::size_t>(i)] = (*gram_)(i, i);
    return values;
  }
  constexpr Index lanes = PackedRows::lanes;
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

const float* KernelRows::fetch(Index row) {
  const Index slot = slot_of_[static_cast<std::size_t>(row)];
  if (slot < 0) {
    compute({&row, 1});
    return at(slot_of_[static_cast<std::size_t>(row)]);
  }
  if (slot != newest_) {
    unlink(slot);
    link_newest(slot);
  }
  return at(slot);
}

void KernelRows::unlink(Index slot) {
  const Slot& s = slots_[static_cast<std::size_t>(slot)];
  (s.older >= 0 ? slots_[static_cast<std::size_t>(s.older)].newer : oldest_) = s.newer;
  (s.newer >= 0 ? slots_[static_cast<std::size_t>(s.newer)].older : newest_) = s.older;
}

void KernelRows::link_newest(Index slot) {
  Slot& s = slots_[static_cast<std::size_t>(slot)];
  s.older = newest_;
  s.newer = -1;
  (newest_ >= 0 ? slots_[static_cast<std::size_t>(newest_)].newer : oldest_) = slot;
  newest_ = slot;
}

Index KernelRows::slot_for(Index row) {
  Index slot = used_;
  if (used_ < capacity_) {
    ++used_;
  } else {
    slot = oldest_;
    unlink(slot);
    slot_of_[static_cast<std::size_t>(slots_[static_cast<std::size_t>(slot)].row)] = -1;
  }
  slots_[static_cast<std::size_t>(slot)].row = row;
  slot_of_[static_cast<std::size_t>(row)] = slot;
  link_newest(slot);
  return slot;
}

std::vector<const float*> KernelRows::fetch(std::span<const Index> which) {
  if (static_cast<Index>(which.size()) > capacity_)
    throw Error(fmt::format("{} kernel rows asked for at once, the cache holds {}", which.size(), capacity_));
  std::vector<Index> missing;
  // What is here already is made new first, so that it does not give way to what comes in.
  for (const Index row : which) {
    const Index slot = slot_of_[static_cast<std::size_t>(row)];
    if (slot < 0) {
      missing.push_back(row);
    } else {
      unlink(slot);
      link_newest(slot);
    }
  }
  const std::span<const Index> rest(missing);
  for (std::size_t from = 0; from < rest.size(); from += PackedRows::lanes)
    compute(rest.subspan(from, std::min<std::size_t>(PackedRows::lanes, rest.size() - from)));

  std::vector<const float*> rows;
  rows.reserve(which.size());
  for (const Index row : which) rows.push_back(at(slot_of_[static_cast<std::size_t>(row)]));
  return rows;
}

void KernelRows::compute(std::span<const Index> which) {
  std::vector<float*> out;
  out.reserve(which.size());
  for (const Index row : which) out.push_back(at(slot_for(row)));
  for (float* values : out) std::fill(values + size(), values + stride_, 0.0f);
  computed_ += static_cast<Index>(which.size());
  if (gram_) {
    for (std::size_t k = 0; k < which.size(); ++k) gram_->copy_row(which[k], out[k]);
    return;
  }
  packed_.pack(x_, which);
  parallel_blocks(x_.size(), rows_per_task, threads_, [&](Index begin, Index end) {
    alignas(64) float tile[rows_per_tile * PackedRows::lanes];
    std::vector<float*> to(out);
    for (Index i = begin; i < end; i += rows_per_tile) {
      const Index last = std::min(end, i + rows_per_tile);
      packed_.kernel(x_, norms_, i, last, kernel_, tile);
      for (std::size_t k = 0; k < to.size(); ++k) to[k] = out[k] + i;
      transpose_tile(tile, last - i, to);
    }
  });
}

}  // namespace sketchbench
