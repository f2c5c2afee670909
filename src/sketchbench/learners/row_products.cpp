#include <sketchbench/learners/row_products.hpp>

#include <algorithm>
#include <cstring>
#include <type_traits>

#include <sketchbench/core/multiply_add.hpp>
#include <sketchbench/core/registers.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/core/unrolled.hpp>

namespace sketchbench {
namespace {

constexpr Index width = register_lanes<double>;
using Lanes = RegisterFor<double>;
using FloatLanes = float __attribute__((vector_size(4 * width)));
constexpr Index line = 16;  // floats of a cache line

// What is summed at a time must stay in registers.
constexpr Index sums_at_a_time = register_count == 32 ? 24 : 12, most_vectors = register_count == 32 ? 5 : 3;
/// Rows, or lanes of columns, that are multiplied with that many vectors at a time.
constexpr Index beside(Index vectors) { return std::min<Index>(8, sums_at_a_time / vectors); }

template <class Count>  // a constant for whole lanes
Lanes load(const float* from, Count count) {
  FloatLanes v = {};
  std::memcpy(&v, from, sizeof(float) * static_cast<std::size_t>(count));
  return __builtin_convertvector(v, Lanes);
}

template <class Count>
Lanes load(const double* from, Count count) {
  Lanes v = {};
  std::memcpy(&v, from, sizeof(double) * static_cast<std::size_t>(count));
  return v;
}

double sum_of(Lanes v) {
  for (Index half = width / 2; half > 0; half /= 2)
    for (Index l = 0; l < half; ++l) v[l] += v[l + half];
  return v[0];
}

/// Calls body(count as a constant); count is 1 .. most_vectors.
template <Index candidate = most_vectors, class Body>
void with_constant(Index count, const Body& body) {
  if constexpr (candidate > 1)
    if (count < candidate) return with_constant<candidate - 1>(count, body);
  body(std::integral_constant<Index, candidate>());
}

/// Groups of vectors of about the same size: body(first, count as a constant).
template <class Body>
void for_groups(Index vectors, const Body& body) {
  const Index groups = (vectors + most_vectors - 1) / most_vectors;
  for (Index g = 0; g < groups; ++g) {
    const Index first = g * vectors / groups, end = (g + 1) * vectors / groups;
    with_constant(end - first, [&](auto count) { body(first, count); });
  }
}

/// Batches out of [begin, end), as large as there is one: body(first, size as a constant).
template <Index size, class Body>
void for_batches(Index begin, Index end, const Body& body) {
  for (; begin + size <= end; begin += size) body(begin, std::integral_constant<Index, size>());
  if constexpr (size > 1) for_batches<size / 2>(begin, end, body);
}

/// body(first value, how many) for each lane of `dim` values; the last may be short. `next`: rows that will
/// be read after these, or null. Each begins on a page of its own, where the hardware does not know yet what
/// comes.
template <Index rows, class Body>
void for_lanes(Index dim, const float* const* next, const Body& body) {
  Index j = 0;
  if (next)
    for (; j + line <= dim; j += line) {
      for (Index r = 0; r < rows; ++r) __builtin_prefetch(next[r] + j);
      unrolled<line / width>([&](auto v) { body(j + v * width, std::integral_constant<Index, width>()); });
    }
  for (; j + width <= dim; j += width) body(j, std::integral_constant<Index, width>());
  if (j < dim) body(j, dim - j);
}

template <Index rows, Index vectors>
void multiply(const float* const* x, const float* const* next, Index dim, const double* v, Index v_stride,
              double* product, Index stride) {
  Lanes sum[rows][vectors] = {};
  for_lanes<rows>(dim, next, [&](Index j, auto count) {
    for (Index r = 0; r < rows; ++r) {
      const Lanes values = load(x[r] + j, count);
      for (Index k = 0; k < vectors; ++k)
        sum[r][k] = multiply_add(values, load(v + k * v_stride + j, count), sum[r][k]);
    }
  });
  for (Index r = 0; r < rows; ++r)
    for (Index k = 0; k < vectors; ++k) product[r * stride + k] = sum_of(sum[r][k]);
}

/// sum[k * stride + j] += sum over rows of factor(r, k, values) * values, of row r from j on. Row after row,
/// so that the result does not depend on how many of them go together.
template <Index rows, Index vectors, class Factor>
void add_terms(const float* const* x, const float* const* next, Index dim, double* sum, Index stride,
               const Factor& factor) {
  for_lanes<rows>(dim, next, [&](Index j, auto count) {
    Lanes total[vectors];
    for (Index k = 0; k < vectors; ++k) total[k] = load(sum + k * stride + j, count);
    for (Index r = 0; r < rows; ++r) {
      const Lanes values = load(x[r] + j, count);
      for (Index k = 0; k < vectors; ++k) total[k] = multiply_add(factor(r, k, values), values, total[k]);
    }
    for (Index k = 0; k < vectors; ++k)
      std::memcpy(sum + k * stride + j, &total[k], sizeof(double) * static_cast<std::size_t>(count));
  });
}

/// body(first row, rows, the next rows or null, how many as a constant) for batches of at most `most` rows.
template <Index most, class Body>
void for_row_batches(std::span<const float* const> rows, const Body& body) {
  const auto n = static_cast<Index>(rows.size());
  for_batches<most>(0, n, [&]<Index size>(Index i, std::integral_constant<Index, size> count) {
    const float* const* const x = rows.data() + i;
    body(i, x, i + 2 * size <= n ? x + size : nullptr, count);
  });
}

}  // namespace

void multiply_rows(std::span<const float* const> rows, Index dim, const double* v, Index stride, Index count,
                   double* product) {
  for_groups(count, [&]<Index vectors>(Index first, std::integral_constant<Index, vectors>) {
    for_row_batches<beside(vectors)>(rows, [&]<Index size>(Index i, auto x, auto next,
                                                           std::integral_constant<Index, size>) {
      multiply<size, vectors>(x, next, dim, v + first * stride, stride, product + i * count + first, count);
    });
  });
}

void add_combinations(std::span<const float* const> rows, Index dim, const double* coefficient, Index count,
                      double* sum, Index stride) {
  for_groups(count, [&]<Index vectors>(Index first, std::integral_constant<Index, vectors>) {
    for_row_batches<beside(vectors)>(
        rows, [&]<Index size>(Index i, auto x, auto next, std::integral_constant<Index, size>) {
          double c[size][vectors];
          for (Index r = 0; r < size; ++r)
            for (Index k = 0; k < vectors; ++k) c[r][k] = coefficient[(i + r) * count + first + k];
          add_terms<size, vectors>(x, next, dim, sum + first * stride, stride,
                                   [&](Index r, Index k, const Lanes&) { return c[r][k] - Lanes{}; });
        });
  });
}

void add_squares(std::span<const float* const> rows, Index dim, double* sum) {
  for_row_batches<beside(1)>(
      rows, [&]<Index size>(Index, auto x, auto next, std::integral_constant<Index, size>) {
        add_terms<size, 1>(x, next, dim, sum, dim, [](Index, Index, const Lanes& values) { return values; });
      });
}

namespace {

constexpr Index values_per_task = 1024;

void subtract(std::span<const float* const> rows, std::span<const double> change, Index begin, Index end,
              double* gradient) {
  std::size_t k = 0;
  for (; k + 4 <= rows.size(); k += 4) {
    const float *r0 = rows[k], *r1 = rows[k + 1], *r2 = rows[k + 2], *r3 = rows[k + 3];
    const double c0 = change[k], c1 = change[k + 1], c2 = change[k + 2], c3 = change[k + 3];
    for (Index i = begin; i < end; ++i)
      gradient[i] -= c0 * double{r0[i]} + c1 * double{r1[i]} + c2 * double{r2[i]} + c3 * double{r3[i]};
  }
  for (; k < rows.size(); ++k)
    for (Index i = begin; i < end; ++i) gradient[i] -= change[k] * double{rows[k][i]};
}

}  // namespace

void subtract_rows(std::span<const float* const> rows, std::span<const double> change, Index size,
                   int threads, double* gradient) {
  parallel_blocks(size, values_per_task, threads,
                  [&](Index begin, Index end) { subtract(rows, change, begin, end, gradient); });
}

}  // namespace sketchbench
