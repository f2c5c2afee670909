#pragma once
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// The processes that compute one thing together, each with rows of its own: ranks, as MPI calls them. All of
/// them call the same functions in the same order, and each has the same results to the last bit, so that
/// what they decide by these is the same. One that throws leaves the others waiting: whoever runs the ranks
/// ends them.
///
/// The library itself knows one process alone. Programs derive from this class what they have, such as a
/// communicator of MPI (MPI_Allreduce with MPI_SUM, MPI_Allgatherv).
class Communicator {
 public:
  virtual ~Communicator() = default;
  virtual int rank() const = 0;  ///< from 0
  virtual int size() const = 0;
  /// In the place of each value its sum over the ranks, each of which gives as many.
  virtual void sum(std::span<double> values) const = 0;
  /// What each rank gives, one behind the other in the order of ranks; they may give different numbers of
  /// bytes.
  virtual std::vector<std::byte> gather_bytes(std::span<const std::byte> own) const = 0;

  /// One process, which is told what it says.
  static const Communicator& alone();

  bool is_first() const { return rank() == 0; }
  double sum_of(double value) const {
    sum({&value, 1});
    return value;
  }
  /// Of a matrix or vector that has its values one behind the other.
  template <class Values>
  void sum_in_place(Values& values) const {
    sum(std::span<double>(values.data(), static_cast<std::size_t>(values.size())));
  }
  template <class Value>
    requires std::is_trivially_copyable_v<Value>
  std::vector<Value> gather(std::span<const Value> own) const {
    const std::vector<std::byte> bytes = gather_bytes(std::as_bytes(own));
    std::vector<Value> all(bytes.size() / sizeof(Value));
    if (!bytes.empty()) std::memcpy(all.data(), bytes.data(), bytes.size());
    return all;
  }
};

/// Rows begin .. end - 1.
struct RowShare {
  Index begin = 0, end = 0;
  Index size() const { return end - begin; }
};

/// A rank's rows of so many: the ranks' shares follow each other, and differ by one row at most.
inline RowShare share_of(Index rows, const Communicator& ranks) {
  const Index size = ranks.size(), rank = ranks.rank();
  return {rows * rank / size, rows * (rank + 1) / size};
}

}  // namespace sketchbench
