#pragma once
#include <Eigen/Core>
#include <cstddef>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// A symmetric m x m matrix that is known by its products with blocks of vectors alone: a Gram matrix, or
/// what stands in for one (Achlioptas, McSherry & Schölkopf 2001, section 3).
class SymmetricOperator {
 public:
  virtual ~SymmetricOperator() = default;

  Index size() const { return size_; }

  /// y = A x, for x and y of m x l, l >= 1; y is the caller's memory, every value is written, and it may not
  /// overlap x. Sums are made in an order that does not depend on `threads`. Thread-safe.
  virtual void multiply(const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int threads) const = 0;

  /// Bytes that the matrix keeps.
  virtual std::size_t memory_bytes() const = 0;

 protected:
  explicit SymmetricOperator(Index size) : size_(size) {}
  SymmetricOperator(const SymmetricOperator&) = default;
  SymmetricOperator& operator=(const SymmetricOperator&) = default;

 private:
  Index size_;
};

}  // namespace sketchbench
