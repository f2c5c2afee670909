#pragma once
// Records of maps that were timed, as tests of their reports want them.
#include <sketchbench/core/json.hpp>
#include "report/synthetic_run.hpp"

namespace sketchbench::timed_cells {

inline constexpr const char* two_data_sets =
    R"({"name": "fig2", "title": "Construction", "experiment": "construction_time",
  "figure": {"number": "Figure 2", "shows": "time"},
  "grid": [{"dataset": "adult", "D": [500, 1000, 2000, 4000]}, {"dataset": "uniform", "d": "D", "D": [2000, 500, 1000]}],
  "kernels": [{"kernel": "polynomial", "degree": 4, "coef0": 1}],
  "methods": [{"method": "tensor_sketch"}, {"method": "random_maclaurin_published"}]})";

inline Json quartiles(double median) {
  return {{"min", 0.9 * median},
          {"q1", 0.95 * median},
          {"median", median},
          {"q3", 1.1 * median},
          {"max", 2 * median}};
}

/// A cell that took `seconds`, a tenth of them for drawing the map.
inline Record timed(const SyntheticRun& run, const Cell& cell, double seconds) {
  Record record = run.record(cell, 0);
  const auto phase = [](double median) {
    const Json repeats = {0.995 * median, median, 1.005 * median};
    return Json{{"cpu", repeats},
                {"wall", repeats},
                {"cpu_quartiles", quartiles(median)},
                {"wall_quartiles", quartiles(1.05 * median)}};
  };
  record.json["result"] = {{"rows", 10'000},
                           {"repeats", 7},
                           {"build", phase(0.1 * seconds)},
                           {"transform", phase(0.9 * seconds)},
                           {"total", phase(seconds)}};
  record.json["data"]["d"] = cell.dataset.d > 0 ? cell.dataset.d : 123;
  return record;
}

inline bool any_cell(const Cell&) { return true; }

/// Tensor Sketching grows with D, Random Maclaurin with d D.
inline double model(const Cell& cell) {
  const double D = static_cast<double>(cell.D),
               d = cell.dataset.d > 0 ? static_cast<double>(cell.dataset.d) : 123;
  return cell.method == "tensor_sketch" ? 1e-4 * D : 1e-6 * d * D;
}

inline void put_all(const SyntheticRun& run) {
  for (const Cell& cell : run.cells(any_cell)) run.put(timed(run, cell, model(cell)));
}

}  // namespace sketchbench::timed_cells
