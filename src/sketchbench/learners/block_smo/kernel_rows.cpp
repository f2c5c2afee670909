#include <sketchbench/learners/block_smo/kernel_rows.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/learners/block_smo/smo_subproblem.hpp>

namespace sketchbench {

KernelRows::KernelRows(std::unique_ptr<KernelValues> source, double cache_bytes, int threads)
    : source_(std::move(source)),
      threads_(threads),
      cache_bytes_(cache_bytes),
      slot_of_(static_cast<std::size_t>(source_->size()), -1) {
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

void KernelRows::keep(std::span<const Index> kept) {
  std::vector<Index> new_number(slot_of_.size(), -1);
  for (std::size_t k = 0; k < kept.size(); ++k)
    new_number[static_cast<std::size_t>(kept[k])] = static_cast<Index>(k);
  const auto number_of = [&](const Slot& slot) { return new_number[static_cast<std::size_t>(slot.row)]; };

  const Index old_stride = stride_;
  source_ = source_->of(kept);
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
  source_->rows(which, out, threads_);
}

}  // namespace sketchbench
