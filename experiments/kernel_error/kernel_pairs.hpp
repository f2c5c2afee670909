#pragma once
#include <Eigen/Core>

#include <string_view>

#include <sketchbench/features/estimator_variance.hpp>
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

/// The pairs i < j of some rows with the exact kernel kappa of each, in double precision. n rows take about
/// 24 n^2 bytes.
///
/// A pair with kappa = 0, or 0 but for rounding (Kernel::vanishes), has no relative error and is left out. No
/// pair is left out for a kappa that is merely small; one whose square double precision cannot hold is an
/// InputError.
class KernelPairs {
 public:
  KernelPairs(const Rows& rows, const Kernel& kernel);
  /// Of a kernel whose matrix is known, n x n; a value of 0 is left out.
  KernelPairs(const Rows& rows, Eigen::MatrixXd kernel);

  Index rows() const { return inner_.rows(); }
  Index used() const { return used_; }
  Index left_out() const { return rows() * (rows() - 1) / 2 - used_; }

  /// 0 for a pair that is left out.
  double kappa(Index i, Index j) const { return kappa_(j, i); }
  PairMoments moments(Index i, Index j) const {
    return {inner_(j, i), inner_(i, i), inner_(j, j), squares_(j, i)};
  }

  /// Calls visit(i, j) for every pair that is used, i < j.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (Index i = 0; i < rows(); ++i)
      for (Index j = i + 1; j < rows(); ++j)
        if (kappa(i, j) != 0) visit(i, j);
  }

 private:
  explicit KernelPairs(const Rows& rows);  ///< without the kernel
  void use(Index i, Index j, std::string_view advice);

  // Column-major, so that a pair's neighbours (i, j + 1) are neighbours in memory at (j, i).
  Eigen::MatrixXd inner_, squares_, kappa_;
  Index used_ = 0;
};

}  // namespace sketchbench
