#pragma once
#include <Eigen/Core>
#include <algorithm>
#include <cstring>
#include <type_traits>

#include <sketchbench/core/registers.hpp>
#include <sketchbench/core/types.hpp>
#include <sketchbench/core/unrolled.hpp>
#include <sketchbench/features/kernel_pca/operators/tile_order.hpp>

namespace sketchbench {

// Vectors side by side: row i of a panel of `width` vectors begins at i * width, so that an entry of a matrix
// multiplies neighbours. Widths are few, so that each has code of its own.

inline constexpr Index widest_panel = 64;

/// A row of a panel, in registers.
template <Index width>
struct PanelRow {
  static constexpr Index lanes = width % register_floats == 0 ? register_floats : std::min<Index>(width, 8);
  static constexpr int count = static_cast<int>(width / lanes);
  typedef float Vector __attribute__((vector_size(4 * lanes)));

  Vector value[count];

  // One vector at a time: a copy of all of them would go through memory.
  static PanelRow load(const float* from) {
    PanelRow row;
    unrolled<count>([&](auto v) { std::memcpy(&row.value[v], from + v * lanes, sizeof(Vector)); });
    return row;
  }
  void store(float* to) const {
    unrolled<count>([&](auto v) { std::memcpy(to + v * lanes, &value[v], sizeof(Vector)); });
  }
  void add(float factor, const PanelRow& x) {
    unrolled<count>([&](auto v) { value[v] += factor * x.value[v]; });
  }
};

template <>
struct PanelRow<1> {
  float value;

  static PanelRow load(const float* from) { return {*from}; }
  void store(float* to) const { *to = value; }
  void add(float factor, const PanelRow& x) { value += factor * x.value; }
};

/// Calls body(width as a constant) for the least width that holds so many vectors, at most widest_panel.
template <class Body>
void with_panel_width(Index vectors, const Body& body) {
  const auto use = [&]<Index width>(std::integral_constant<Index, width> constant) {
    if (vectors > width) return false;
    body(constant);
    return true;
  };
  const auto any_of = [&]<Index... widths>(std::integer_sequence<Index, widths...>) {
    static_cast<void>((use(std::integral_constant<Index, widths>()) || ...));
  };
  any_of(std::integer_sequence<Index, 1, 4, 8, 16, 24, 32, 48, widest_panel>());
}

/// So many rows of a panel, beginning at a cache line. Those beyond a matrix's own are zero.
class RowPanel {
 public:
  /// All zero.
  RowPanel(Index rows, Index width) : width_(width), values_(Eigen::VectorXf::Zero(rows * width)) {}

  float* row(Index i) { return values_.data() + i * width_; }
  const float* row(Index i) const { return values_.data() + i * width_; }

  /// Takes the columns begin .. end - 1 of x.
  void read(const Eigen::MatrixXf& x, Index begin, Index end, int threads);
  /// Writes factor times its vectors to the columns begin .. end - 1 of y.
  void write(Eigen::MatrixXf& y, Index begin, Index end, float factor, int threads) const;

 private:
  Index width_;
  Eigen::VectorXf values_;
};

/// Throws Error unless x and y are of size x l.
void require_factors(Index size, const Eigen::MatrixXf& x, const Eigen::MatrixXf& y);

/// y = factor A x, for a matrix A of size x size in tiles: add(I, J, x, y, width as a constant) adds tile (I,
/// J), I >= J, and its transpose, where I != J, to y; x and y are panels, with whole vectors of 16 rows.
/// Called as for_each_tile() says.
template <class AddTile>
void multiply_by_tiles(Index size, const Eigen::MatrixXf& x, Eigen::MatrixXf& y, Index blocks, float factor,
                       int threads, const AddTile& add) {
  require_factors(size, x, y);
  const Index panels = (x.cols() + widest_panel - 1) / widest_panel;
  for (Index p = 0; p < panels; ++p) {
    const Index begin = p * x.cols() / panels, end = (p + 1) * x.cols() / panels;
    with_panel_width(end - begin, [&]<Index width>(std::integral_constant<Index, width> constant) {
      const Index rows = (size + 15) / 16 * 16;
      RowPanel in(rows, width), out(rows, width);
      in.read(x, begin, end, threads);
      for_each_tile(blocks, threads, [&](Index i, Index j) { add(i, j, in, out, constant); });
      out.write(y, begin, end, factor, threads);
    });
  }
}

}  // namespace sketchbench
