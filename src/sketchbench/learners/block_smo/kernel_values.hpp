#pragma once
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/learners/packed_rows.hpp>

namespace sketchbench {

/// A symmetric kernel matrix in single precision, of which rows are asked for: of rows of data with a kernel,
/// or one that is given. Values do not depend on which others are asked for.
class KernelValues {
 public:
  virtual ~KernelValues() = default;
  virtual Index size() const = 0;
  /// Rows `which` of the matrix, at most PackedRows::lanes, size() values each.
  virtual void rows(std::span<const Index> which, std::span<float* const> to, int threads) = 0;
  /// With the bits that rows have.
  virtual std::vector<float> diagonal() = 0;
  /// The matrix of these of its rows (ascending) alone. What this refers to must outlive it, this need not.
  virtual std::unique_ptr<KernelValues> of(std::span<const Index> kept) const = 0;
  /// sum over k of b[k] kappa(i, support[k]) for each i of `wanted`, in double precision.
  virtual std::vector<double> sums(std::span<const Index> support, std::span<const double> b,
                                   std::span<const Index> wanted, int threads) const = 0;
};

class KernelOfRows final : public KernelValues {
 public:
  /// x is a view; its rows must outlive this object and those made by of().
  KernelOfRows(const Rows& x, const Kernel& kernel);

  Index size() const override { return x_.size(); }
  void rows(std::span<const Index> which, std::span<float* const> to, int threads) override;
  std::vector<float> diagonal() override;
  std::unique_ptr<KernelValues> of(std::span<const Index> kept) const override;
  std::vector<double> sums(std::span<const Index> support, std::span<const double> b,
                           std::span<const Index> wanted, int threads) const override;

 private:
  std::shared_ptr<const OwnedRows> copy_;  ///< of the rows, where some were chosen
  Rows x_;
  Kernel kernel_;
  std::vector<float> norms_;  ///< squared, of all rows
  PackedRows packed_;
};

/// Rows of which no more is known than their kernel matrix, which need not be positive definite.
class GivenGram final : public KernelValues {
 public:
  /// `matrix`: dense, n x n, a view. Of its rows, `number` (ascending).
  GivenGram(const Rows& matrix, std::vector<Index> number) : matrix_(matrix), number_(std::move(number)) {}
  /// Of all of them.
  explicit GivenGram(const Rows& matrix);

  Index size() const override { return std::ssize(number_); }
  void rows(std::span<const Index> which, std::span<float* const> to, int threads) override;
  std::vector<float> diagonal() override;
  std::unique_ptr<KernelValues> of(std::span<const Index> kept) const override;
  std::vector<double> sums(std::span<const Index> support, std::span<const double> b,
                           std::span<const Index> wanted, int threads) const override;

 private:
  Index at(Index i) const { return number_[static_cast<std::size_t>(i)]; }
  float value(Index i, Index j) const { return matrix_.dense_row(at(i))[static_cast<std::size_t>(at(j))]; }

  Rows matrix_;
  std::vector<Index> number_;
};

/// A kernel matrix some rows of which are there several times: row i is row point[i] of another one, whose
/// values are computed once for all rows that are alike.
class RepeatedKernel final : public KernelValues {
 public:
  RepeatedKernel(std::unique_ptr<KernelValues> points, std::vector<Index> point)
      : points_(std::move(points)), point_(std::move(point)) {}

  Index size() const override { return std::ssize(point_); }
  void rows(std::span<const Index> which, std::span<float* const> to, int threads) override;
  std::vector<float> diagonal() override;
  std::unique_ptr<KernelValues> of(std::span<const Index> kept) const override;
  std::vector<double> sums(std::span<const Index> support, std::span<const double> b,
                           std::span<const Index> wanted, int threads) const override;

 private:
  std::vector<Index> points_of(std::span<const Index> rows) const;

  std::unique_ptr<KernelValues> points_;
  std::vector<Index> point_;
  std::vector<float> values_;  ///< of points
};

}  // namespace sketchbench
