#pragma once
#include <span>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

// Products of single-precision rows with a few vectors, X V, and of a few coefficients with rows, X^T R: the
// two halves of a product with X^T X. Sums are in double precision: conjugate gradients on an ill-conditioned
// X^T X need up to a half more steps where they are in single, and reading the rows is what costs. Each row
// is read once for all vectors. A product does not depend on what is multiplied beside it, to the last bit.

/// product[i * count + k] = <row i, vector k>, where vector k is at v + k * stride.
void multiply_rows(std::span<const float* const> rows, Index dim, const double* v, Index stride, Index count,
                   double* product);

/// sum[k * stride + j] += sum_i coefficient[i * count + k] * rows[i][j].
void add_combinations(std::span<const float* const> rows, Index dim, const double* coefficient, Index count,
                      double* sum, Index stride);

/// sum[j] += sum_i rows[i][j]^2.
void add_squares(std::span<const float* const> rows, Index dim, double* sum);

/// gradient[i] -= sum_k change[k] rows[k][i] for i < size. Threads share the i and change no bit.
void subtract_rows(std::span<const float* const> rows, std::span<const double> change, Index size,
                   int threads, double* gradient);

}  // namespace sketchbench
