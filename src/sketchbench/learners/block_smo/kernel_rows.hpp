#pragma once
#include <memory>
#include <span>
#include <vector>

#include <sketchbench/learners/block_smo/kernel_values.hpp>
#include <sketchbench/learners/large_array.hpp>

namespace sketchbench {

/// Rows of one kernel matrix in single precision, computed many at a time and kept in `cache_bytes` of
/// memory, the least recently used ones giving way. Values do not depend on what the cache holds.
class KernelRows {
 public:
  /// At least two rows are cached, however small the cache.
  KernelRows(std::unique_ptr<KernelValues> source, double cache_bytes, int threads);

  Index size() const { return std::ssize(slot_of_); }
  /// Rows that can be asked for at once.
  Index capacity() const { return capacity_; }
  /// The same for n rows, before there are any.
  static Index capacity(Index n, double cache_bytes);

  /// Of memory that is in use once n rows have been asked for at once, at most.
  double bytes(Index n) const;

  /// From now on no more than `bytes` are used for rows, at most what there was at first; those that are
  /// cached stay, also where they take more.
  void limit(double bytes);

  /// Brings in the rows `which` (distinct, at most capacity()) and returns where they are: size() values
  /// each, valid until the next call.
  std::vector<const float*> fetch(std::span<const Index> which);

  /// One row, valid until the second call after.
  const float* fetch(Index row);

  /// From now on the matrix of the rows kept[0], kept[1], ... (ascending) alone. Cached rows stay.
  void keep(std::span<const Index> kept);

  /// kappa(x_i, x_i) for all i, with the bits that a row would have.
  std::vector<float> diagonal() { return source_->diagonal(); }

  /// Rows computed so far.
  Index computed() const { return computed_; }

 private:
  struct Slot {
    Index row = -1, older = -1, newer = -1;
  };

  void set_size();
  float* at(Index slot) { return values_.data() + slot * stride_; }
  void unlink(Index slot);
  void link_newest(Index slot);
  Index slot_for(Index row);
  void compute(std::span<const Index> which);

  std::unique_ptr<KernelValues> source_;
  int threads_;
  double cache_bytes_;  ///< those of values_ that may be used
  Index stride_ = 0, capacity_ = 0, used_ = 0, newest_ = -1, oldest_ = -1, computed_ = 0;
  LargeArray values_;
  double all_bytes_ = 0;  ///< of values_
  std::vector<Slot> slots_;
  std::vector<Index> slot_of_;  ///< of each row; -1: not here
};

}  // namespace sketchbench
