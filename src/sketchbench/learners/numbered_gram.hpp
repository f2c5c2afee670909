#pragma once
#include <vector>

#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

/// Rows of a kernel matrix in LIBSVM's form (svm-train -t 4): column 0 has the row's number from 1, column j
/// its kernel value with the row of number j. Some of the rows are enough: the values between them are taken.
struct NumberedGram {
  DenseMatrix matrix;          ///< of these rows with each other
  std::vector<Index> numbers;  ///< of each row
  CsrMatrix units;             ///< row i: 1 in column numbers[i]

  /// InputError, with the row, for a number that there is no column of or that another row has, and for
  /// values that are not symmetric but for their rounding.
  static NumberedGram of(const Rows& rows);
};

/// A row of `units` with a numbered row has their kernel value in it.
Kernel kernel_of_units();

}  // namespace sketchbench
