#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/results/result_table.hpp>

namespace sketchbench {

/// What a method's results on one kernel and data set vary along.
enum class Along {
  nothing,
  features,  ///< D
  rows       ///< the number of training rows, and not D
};
/// Along nothing too where the figure would have more panels than can be read (most_panels).
Along varies_along(const ResultTable& table);

/// Another quantity that is drawn beside the measured one of the same groups.
struct DrawnBeside {
  std::string key;                                       ///< of the quantity
  std::function<std::string(const RunGroup& of)> label;  ///< of its series
  bool published = false;  ///< hollow symbols behind all that was measured; otherwise a dashed line
};

/// A figure of a table of results: one quantity against another, a panel for each data set and kernel, a
/// curve for each method. Labels, scales and bars are the quantities'. Without points it has no caption.
struct FigureOf {
  std::string y;       ///< key of the quantity that is drawn
  std::string x = {};  ///< of that against which; empty: D
  /// Against the training rows in place of D: a panel for each data set, whatever its rows.
  bool by_rows = false;
  std::string x_label = {},
              y_label = {};  ///< in place of the quantities' (of D: "number of random features D")
  /// The axis of D is logarithmic; none: where the smaller numbers would else lie on top of each other.
  std::optional<bool> logarithmic_D = {};
  std::string name = {};     ///< behind the configuration's: "_rms"
  std::string title = {};    ///< empty: the configuration's
  std::string caption = {};  ///< empty: "Y against X."
  std::string means = {};    ///< what points and bars are: behind the caption
  std::vector<DrawnBeside> beside = {};
  /// Of maps: groups that differ in one of them alone are one curve (parameter_series.hpp).
  std::vector<std::string> parameters = {};
  /// Title of the panel of a group; null: data set and kernel.
  std::function<std::string(const RunGroup& of)> panel = {};
  /// The series of a row, still without points; null: of its method.
  std::function<FigureSeries(const ResultRow& row)> series = {};
  int columns = 0;       ///< panels in a row; 0: as many as there are
  int most_columns = 3;  ///< of these
  /// A row of panels for each kernel with a place for every data set that has runs.
  bool by_kernel = false;
  bool one_y_axis = false;  ///< of the same ends in all panels
};
Figure result_figure(const ResultTable& table, const FigureOf& of);

/// Whether the runs have several numbers of features.
bool has_several_D(const ResultTable& table);

/// Of these panels: with the configuration's name and title, and what is missing.
Figure figure_of(const Config& config, const RunGroupPointers& groups, std::vector<Panel> panels,
                 int most_columns = 3);
/// " QUICK: at most 1,000 rows." of a quick run; empty of any other.
std::string quick_sentence(const Config& config);

}  // namespace sketchbench
