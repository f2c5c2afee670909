#pragma once
#include <sketchbench/core/rows.hpp>
#include <sketchbench/numerics/panel_matrix.hpp>

namespace sketchbench {

/// A random projection of rows from d to s dimensions with entries of +-1 / sqrt(s), each sign with
/// probability 1/2 (Achlioptas 2001, "Database-friendly random projections"): E |x P|^2 = |x|^2 and E <x P, y
/// P> = <x, y>. Achlioptas, McSherry & Schölkopf 2001, section 5, write +-1 / sqrt(d), with which |x P|^2 has
/// the mean (s/d) |x|^2.
///
/// Products are in single precision, a chain of additions over ascending columns: a row has the same bits
/// whether it is sparse or dense, and whatever it is projected beside.
class SignProjection {
 public:
  /// Column k of the data draws its signs from stream k of `seed`: s + 1 dimensions are s of them, but for
  /// the scale, and one more. Throws InputError unless d and s are at least 1.
  SignProjection(Index d, Index s, Seed seed);

  Index d_in() const { return signs_.d(); }
  Index d_out() const { return signs_.count(); }
  /// Between the values of a projected row and those of the next, for project_block().
  Index stride() const { return PanelMatrix<float>::padded(d_out()); }
  /// The entry of P, +-1 / sqrt(s).
  float entry(Index column, Index dimension) const { return signs_.at(column, dimension); }

  /// The rows of x P, n x s. Throws InputError where x has not d columns.
  DenseMatrix project(const Rows& x, int threads = 1) const;
  /// to[i * stride() + j] = (x P)_ij, x.size() * stride() values; those from s on are no numbers to use. On
  /// the caller's thread; allocates nothing.
  void project_block(const Rows& x, float* to) const { signs_.multiply(x, 0, d_out(), to, stride()); }

  std::size_t memory_bytes() const { return signs_.memory_bytes(); }
  static double memory(Index d, Index s) { return PanelMatrix<float>::memory(d, s); }

 private:
  PanelMatrix<float> signs_;
};

}  // namespace sketchbench
