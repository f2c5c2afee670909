#include "features/fourier/frequency_matrix.hpp"

#include <algorithm>
#include <cstring>

namespace sketchbench {
namespace {

// The sums of a few rows with one panel stay in registers, beside the panel's values.
#ifdef __AVX512F__
constexpr Index width = 16;
constexpr int most_rows = 12;
#else
constexpr Index width = 8;
constexpr int most_rows = 6;
#endif
using Floats = float __attribute__((vector_size(4 * width)));
constexpr Index vectors = FrequencyMatrix::panel / width;

// Coordinates that dense rows are multiplied with at a time: a panel's part stays in the first-level cache.
constexpr Index depth = 256;
// Panels that a sparse row is multiplied with at a time: so many sums do not wait for each other.
constexpr int sparse_panels = 4;

Index panels_of(Index count) { return (count + FrequencyMatrix::panel - 1) / FrequencyMatrix::panel; }

Floats load(const float* from) {
  Floats v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

/// Adds the products of `rows` rows' next `count` coordinates with a panel's to the sums so far.
template <int rows>
void multiply_tile(const float* x, Index x_stride, const float* panel, Index count, bool first, float* sums,
                   Index stride) {
  Floats sum[rows][vectors] = {};
  if (!first)
    for (int r = 0; r < rows; ++r) std::memcpy(sum[r], sums + r * stride, sizeof sum[r]);
  for (Index k = 0; k < count; ++k) {
    Floats value[vectors];
    for (Index v = 0; v < vectors; ++v) value[v] = load(panel + k * FrequencyMatrix::panel + v * width);
    for (int r = 0; r < rows; ++r)
      for (Index v = 0; v < vectors; ++v) sum[r][v] += value[v] * x[r * x_stride + k];
  }
  for (int r = 0; r < rows; ++r) std::memcpy(sums + r * stride, sum[r], sizeof sum[r]);
}

/// multiply_tile() for all n rows, as many at a time as there are.
template <int rows>
void multiply_tiles(const float* x, Index x_stride, Index n, const float* panel, Index count, bool first,
                    float* sums, Index stride) {
  Index i = 0;
  for (; i + rows <= n; i += rows)
    multiply_tile<rows>(x + i * x_stride, x_stride, panel, count, first, sums + i * stride, stride);
  if constexpr (rows > 1)
    if (i < n)
      multiply_tiles<rows / 2>(x + i * x_stride, x_stride, n - i, panel, count, first, sums + i * stride,
                               stride);
}

}  // namespace

FrequencyMatrix::FrequencyMatrix(Index d, Index count)
    : d_(d), count_(count), values_(static_cast<std::size_t>(panels_of(count) * panel * d)) {}

double FrequencyMatrix::memory(Index d, Index count) {
  return static_cast<double>(sizeof(float)) * static_cast<double>(panels_of(count) * panel) *
         static_cast<double>(d);
}

void FrequencyMatrix::multiply(const Rows& x, Index begin, Index end, float* products, Index stride) const {
  if (x.size() == 0) return;
  if (!x.is_sparse()) return multiply_dense(x, begin, end, products, stride);
  for (; end - begin > (sparse_panels - 1) * panel; begin += sparse_panels * panel) {
    multiply_sparse<sparse_panels>(x, begin, products, stride);
    products += sparse_panels * panel;
  }
  for (; begin < end; begin += panel) {
    multiply_sparse<1>(x, begin, products, stride);
    products += panel;
  }
}

void FrequencyMatrix::multiply_dense(const Rows& x, Index begin, Index end, float* products,
                                     Index stride) const {
  const float* const first = x.dense_row(0).data();
  const Index x_stride = x.size() > 1 ? x.dense_row(1).data() - first : d_;
  for (Index k = 0; k < d_; k += depth)
    for (Index j = begin; j < end; j += panel)
      multiply_tiles<most_rows>(first + k, x_stride, x.size(), panel_at(j) + k * panel,
                                std::min(depth, d_ - k), k == 0, products + (j - begin), stride);
}

template <int panels>
void FrequencyMatrix::multiply_sparse(const Rows& x, Index begin, float* products, Index stride) const {
  for (Index i = 0; i < x.size(); ++i) {
    Floats sum[panels][vectors] = {};
    x.for_each_nonzero(i, [&](Index k, float value) {
      const float* const from = panel_at(begin) + k * panel;
      for (int p = 0; p < panels; ++p)
        for (Index v = 0; v < vectors; ++v) sum[p][v] += load(from + p * d_ * panel + v * width) * value;
    });
    std::memcpy(products + i * stride, sum, sizeof sum);
  }
}

}  // namespace sketchbench
