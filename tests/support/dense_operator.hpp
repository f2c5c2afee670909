#pragma once
#include <Eigen/Core>
#include <atomic>

#include <sketchbench/numerics/eigensolvers/symmetric_operator.hpp>

namespace sketchbench::test {

/// A matrix that is held whole, in single precision, and counts the vectors that it is multiplied by.
class DenseOperator final : public SymmetricOperator {
 public:
  explicit DenseOperator(const Eigen::MatrixXd& symmetric)
      : SymmetricOperator(symmetric.rows()), entries_(symmetric.cast<float>()) {
    entries_.triangularView<Eigen::StrictlyUpper>() = entries_.transpose();
  }

  void multiply(const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int) const override {
    y.noalias() = entries_ * x;
    products_ += x.cols();
  }
  std::size_t memory_bytes() const override {
    return sizeof(float) * static_cast<std::size_t>(entries_.size());
  }

  /// As rounded.
  Eigen::MatrixXd entries() const { return entries_.cast<double>(); }
  Index products() const { return products_; }

 private:
  Eigen::MatrixXf entries_;
  mutable std::atomic<Index> products_ = 0;
};

/// A diagonal matrix, for many rows at little cost.
class DiagonalOperator final : public SymmetricOperator {
 public:
  explicit DiagonalOperator(const Eigen::VectorXd& diagonal)
      : SymmetricOperator(diagonal.size()), diagonal_(diagonal.cast<float>()) {}

  void multiply(const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int) const override {
    y.noalias() = diagonal_.asDiagonal() * x;
  }
  std::size_t memory_bytes() const override {
    return sizeof(float) * static_cast<std::size_t>(diagonal_.size());
  }

 private:
  Eigen::VectorXf diagonal_;
};

}  // namespace sketchbench::test
