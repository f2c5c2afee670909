#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <sketchbench/core/column_selection.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>
#include <sketchbench/models/fitted_map.hpp>
#include "bindings.hpp"
#include "given_rows.hpp"
#include "interruptible.hpp"
#include "request.hpp"

namespace sketchbench::python {
namespace {

namespace nb = nanobind;
using Output = nb::ndarray<float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// A feature map that was made.
class Map {
 public:
  explicit Map(ModelState state) : state_(std::move(state)) {}
  Index features() const { return state_.features; }
  Index outputs() const { return state_.map->d_out(); }
  std::string facts() const { return json_text(state_.map->facts()); }
  const ModelState& state() const { return state_; }

  /// Writes the features of `rows` into z.
  void transform(const GivenRows& rows, const Output& z, int threads) const {
    if (rows.dim() != features())
      throw InputError("X has " + std::to_string(rows.dim()) + " features, but the map was made for " +
                       std::to_string(features()));
    if (static_cast<Index>(z.shape(0)) != rows.size() || static_cast<Index>(z.shape(1)) != outputs())
      throw InputError("the output has another shape than the features");
    const MatrixRef all(z.data(), rows.size(), outputs(), outputs());
    run_interruptibly([&] { transform_blocks(rows, all, threads); });
  }

 private:
  void transform_blocks(const GivenRows& rows, const MatrixRef& all, int threads) const {
    const std::string what = "the features of the rows";
    parallel_blocks_with(rows.size(), rows_at_once(rows, threads), threads, [&]() -> BlockBody {
      return [&, buffer = std::make_shared<RowBuffer>()](Index begin, Index end) {
        const MatrixRef z = all.slice(begin, end);
        state_.transform(rows.rows(begin, end, *buffer), z);
        require_finite(z, begin, what, state_.request.kernel.advice());
      };
    });
  }

  ModelState state_;
};

std::shared_ptr<const CsrMatrix> landmarks_of(const GivenRows& rows) {
  RowBuffer buffer;
  const Rows found = rows.all(buffer);
  auto copy = std::make_shared<CsrMatrix>();
  copy->d = found.dim();
  for (Index i = 0; i < found.size(); ++i) {
    found.for_each_nonzero(i, [&](Index column, float value) { copy->push(column, value); });
    copy->end_row();
  }
  return copy;
}

Map fit(const GivenRows& rows, const std::string& json, const GivenRows* landmarks, int threads) {
  std::optional<Map> made;
  run_interruptibly([&] {
    ModelRequest request = parse_request(json, threads);
    if (landmarks != nullptr) request.landmarks = landmarks_of(*landmarks);
    RowBuffer buffer;
    // One that looks at no rows needs none converted but wide ones, of which it is told the columns that
    // occur.
    const bool wide = rows.is_sparse() && rows.dim() > ColumnSelection::few_columns;
    const bool looks = wide || find_feature_map(request.map).looks_at_data;
    made.emplace(
        fit_map(looks ? rows.all(buffer) : Rows::dense(nullptr, 0, rows.dim(), rows.dim()), request));
  });
  return std::move(*made);
}

double median(const std::string& kernel, const GivenRows& rows) {
  double found = 0;
  run_interruptibly([&] {
    RowBuffer buffer;
    found = median_distance(parse_kernel(kernel), rows.all(buffer));
  });
  return found;
}

}  // namespace

void bind_rows(nb::module_& module) {
  nb::class_<GivenRows>(
      module, "Rows", "A view of rows: a matrix, or CSR arrays with the number of columns. Keeps the arrays.")
      .def(nb::init<Matrix>(), nb::arg("matrix"))
      .def(nb::init<Vector, Vector, Vector, Index>(), nb::arg("indptr"), nb::arg("indices"), nb::arg("data"),
           nb::arg("columns"));
}

void bind_maps(nb::module_& module) {
  nb::class_<Map>(module, "Map", "A feature map that was made. Its state, for pickle, is a file of bytes.")
      .def_prop_ro("features", &Map::features, "Columns of the rows that it takes.")
      .def_prop_ro("outputs", &Map::outputs, "Features of a row.")
      .def("facts", &Map::facts, "What it says of itself, as JSON.")
      .def("transform", &Map::transform, nb::arg("rows"), nb::arg("out").noconvert(), nb::arg("threads"),
           "Writes the features of the rows into out.")
      .def("__getstate__",
           [](const Map& map) {
             const std::string bytes = map_bytes(map.state());
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("__setstate__", [](Map& map, const nb::bytes& bytes) {
        std::optional<ModelState> state;
        const std::string_view view(bytes.c_str(), bytes.size());
        run_interruptibly([&] { state = parse_map(view, "the pickled map"); });
        new (&map) Map(std::move(*state));
      });
  module.def("fit_map", &fit, nb::arg("rows"), nb::arg("request"), nb::arg("landmarks").none(),
             nb::arg("threads"), "Makes the map that the request, JSON, asks for.");
  module.def("median_distance", &median, nb::arg("kernel"), nb::arg("rows"),
             "The median heuristic's sigma for a kernel, JSON, of these rows.");
}

}  // namespace sketchbench::python
