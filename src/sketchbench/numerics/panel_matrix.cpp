#include <sketchbench/numerics/panel_matrix.hpp>

#include <algorithm>
#include <cstring>

#include <sketchbench/core/registers.hpp>

namespace sketchbench {
namespace {

/// The machine's vectors of T.
template <class T>
struct Machine {
  using Vector = RegisterFor<T>;
  static constexpr Index width = register_lanes<T>;
  static constexpr Index vectors = PanelMatrix<T>::panel / width;  ///< in a panel's coordinate
  /// The sums of so many rows with so many of these stay in registers, beside the vectors and a row's value.
  static constexpr Index tile_vectors = std::min<Index>(vectors, 2);
  static constexpr int most_rows = register_count == 32 ? 12 : 6;
};

// Coordinates that dense rows are multiplied with at a time: a panel's part stays in the first-level cache.
constexpr Index depth = 256;
// Panels that a sparse row is multiplied with at a time: so many sums do not wait for each other.
constexpr int sparse_panels = 4;

/// Adds the products of `rows` rows' next `count` coordinates with those of a tile, which `panel` begins
/// with, to the sums so far.
template <int rows, class T, class X>
void multiply_tile(const X* x, Index x_stride, const T* panel, Index count, bool first, T* sums,
                   Index stride) {
  using M = Machine<T>;
  typename M::Vector sum[rows][M::tile_vectors] = {};
  if (!first)
    for (int r = 0; r < rows; ++r) std::memcpy(sum[r], sums + r * stride, sizeof sum[r]);
  for (Index k = 0; k < count; ++k) {
    typename M::Vector value[M::tile_vectors];
    for (Index v = 0; v < M::tile_vectors; ++v)
      value[v] = loaded(panel + k * PanelMatrix<T>::panel + v * M::width);
    for (int r = 0; r < rows; ++r)
      for (Index v = 0; v < M::tile_vectors; ++v) sum[r][v] += value[v] * static_cast<T>(x[r * x_stride + k]);
  }
  for (int r = 0; r < rows; ++r) std::memcpy(sums + r * stride, sum[r], sizeof sum[r]);
}

/// multiply_tile() for all n rows, as many at a time as there are.
template <int rows, class T, class X>
void multiply_tiles(const X* x, Index x_stride, Index n, const T* panel, Index count, bool first, T* sums,
                    Index stride) {
  Index i = 0;
  for (; i + rows <= n; i += rows)
    multiply_tile<rows>(x + i * x_stride, x_stride, panel, count, first, sums + i * stride, stride);
  if constexpr (rows > 1)
    if (i < n)
      multiply_tiles<rows / 2>(x + i * x_stride, x_stride, n - i, panel, count, first, sums + i * stride,
                               stride);
}

}  // namespace

template <class T>
PanelMatrix<T>::PanelMatrix(Index d, Index count)
    : d_(d), count_(count), values_(static_cast<std::size_t>(padded(count) * d)) {}

template <class T>
PanelMatrix<T>::PanelMatrix(Index d, Index count, std::span<const T> values) : PanelMatrix(d, count) {
  auto next = values.begin();
  for (Index k = 0; k < d_; ++k)
    for (Index c = 0; c < count_; ++c) at(k, c) = *next++;
}

template <class T>
std::vector<T> PanelMatrix<T>::values() const {
  std::vector<T> values;
  values.reserve(static_cast<std::size_t>(d_ * count_));
  for (Index k = 0; k < d_; ++k)
    for (Index c = 0; c < count_; ++c) values.push_back(at(k, c));
  return values;
}

template <class T>
double PanelMatrix<T>::memory(Index d, Index count) {
  return static_cast<double>(sizeof(T)) * static_cast<double>(padded(count)) * static_cast<double>(d);
}

template <class T>
void PanelMatrix<T>::multiply(const Rows& x, Index begin, Index end, T* products, Index stride) const {
  if (x.size() == 0) return;
  if (!x.is_sparse()) {
    const float* const first = x.dense_row(0).data();
    const Index x_stride = x.size() > 1 ? x.dense_row(1).data() - first : d_;
    return multiply_dense(first, x_stride, x.size(), begin, end, products, stride);
  }
  for (; end - begin > (sparse_panels - 1) * panel; begin += sparse_panels * panel) {
    multiply_sparse<sparse_panels>(x, begin, products, stride);
    products += sparse_panels * panel;
  }
  for (; begin < end; begin += panel) {
    multiply_sparse<1>(x, begin, products, stride);
    products += panel;
  }
}

template <class T>
void PanelMatrix<T>::multiply(const T* x, Index x_stride, Index n, Index begin, Index end, T* products,
                              Index stride) const {
  multiply_dense(x, x_stride, n, begin, end, products, stride);
}

template <class T>
template <class X>
void PanelMatrix<T>::multiply_dense(const X* x, Index x_stride, Index n, Index begin, Index end, T* products,
                                    Index stride) const {
  using M = Machine<T>;
  for (Index k = 0; k < d_; k += depth)
    for (Index j = begin; j < end; j += panel)
      for (Index part = 0; part < panel; part += M::tile_vectors * M::width)
        multiply_tiles<M::most_rows>(x + k, x_stride, n, panel_at(j) + k * panel + part,
                                     std::min(depth, d_ - k), k == 0, products + (j - begin) + part, stride);
}

template <class T>
template <int panels>
void PanelMatrix<T>::multiply_sparse(const Rows& x, Index begin, T* products, Index stride) const {
  using M = Machine<T>;
  for (Index i = 0; i < x.size(); ++i) {
    typename M::Vector sum[panels][M::vectors] = {};
    x.for_each_nonzero(i, [&](Index k, float value) {
      const T* const from = panel_at(begin) + k * panel;
      for (int p = 0; p < panels; ++p)
        for (Index v = 0; v < M::vectors; ++v)
          sum[p][v] += loaded(from + p * d_ * panel + v * M::width) * static_cast<T>(value);
    });
    std::memcpy(products + i * stride, sum, sizeof sum);
  }
}

template class PanelMatrix<float>;
template class PanelMatrix<double>;

}  // namespace sketchbench
