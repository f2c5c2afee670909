#pragma once
#include <Eigen/Core>
#include <optional>

#include <sketchbench/core/column_selection.hpp>
#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/features/map_request.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/numerics/panel_matrix.hpp>

namespace sketchbench {

/// Values of a kernel at rows and some landmarks, in double precision: features that are made of them with
/// an inverse root lose what kernel values are off, times its largest entries. A value depends on the two
/// rows alone, to the bit, and not on how they are stored.
class LandmarkKernel {
 public:
  LandmarkKernel(const Kernel& kernel, const Rows& landmarks);

  Index d_in() const { return d_in_; }
  Index count() const { return count_; }
  /// A copy of them, sparse or dense as takes less.
  OwnedRows landmarks() const;
  /// Between the values of a row and those of the next.
  Index stride() const { return PanelMatrix<double>::padded(count_); }

  /// values[i * stride() + j] = kappa(x_i, landmark j), x.size() * stride() values; those behind count() are
  /// no numbers to use.
  void values(const Rows& x, double* values) const;

  std::size_t memory_bytes() const;
  static double memory(const Kernel& kernel, Index d_in, Index count);
  /// The most columns that so many landmarks of the request can have values in, for memory().
  static Index columns(const MapRequest& request, Index count);
  /// About how many seconds a row with so many non-zeros takes on one core.
  static double seconds_of_row(const Kernel& kernel, double nonzeros, Index count);

 private:
  Kernel kernel_;
  Index d_in_, count_;
  std::optional<ColumnSelection> columns_;     ///< of wide sparse landmarks: those that any of them has
  std::optional<PanelMatrix<double>> panels_;  ///< for a kernel of inner products: the landmarks,
  Eigen::VectorXd norms_;                      ///< and their squared lengths
  std::optional<OwnedRows> landmarks_;         ///< for any other
  std::size_t landmarks_bytes_ = 0;
};

}  // namespace sketchbench
