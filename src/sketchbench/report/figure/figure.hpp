#pragma once
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/data/look.hpp>

namespace sketchbench {

/// A figure before it has a form: what is drawn, not how. The static files and the interactive page are made
/// from the same one, so they show the same numbers.

struct FigurePoint {
  double x = 0, y = 0;
  std::optional<double> low, high;   ///< ends of the error bar
  std::vector<std::string> records;  ///< ids of the records behind it
  std::string label = {};  ///< which of its series it is: "s = 10"; empty where its place says enough
};

enum class Mark {
  measured,  ///< points joined by a line, with error bars
  theory,    ///< a dashed line without points
  level      ///< a flat line over the whole panel: its first point's y
};

struct FigureSeries {
  std::string key;     ///< chooses colour and symbol: a method's or a data set's name, or "reference"
  std::string label;   ///< in the legend; series of one label share one entry
  std::string kernel;  ///< "(1+<x,y>)^2" as display() writes it, for filters; empty where it does not matter
  Mark mark = Mark::measured;
  std::vector<FigurePoint> points;  ///< by ascending x, or in the order of what labels them
  std::optional<Look> look = {};    ///< that the data set of this key asks for
  bool behind = false;     ///< thin, below the others: no method of the paper's own in a figure that has some
  std::string brief = {};  ///< the label where a legend has many entries; empty: as it is
};

struct Axis {
  std::string label;  ///< with its unit: "time (s)"
  bool logarithmic = false;
  std::optional<double> low, high;  ///< none: from the data
};

struct Panel {
  std::string title;
  std::string dataset;  ///< for filters; empty where a panel shows several
  Axis x, y;
  std::vector<FigureSeries> series;
};

struct Figure {
  std::string name;    ///< of its files: "fig3"
  std::string number;  ///< as in the paper: "Figure 3"; empty where the paper has none
  std::string title;
  std::string caption;  ///< what is shown, error bars, number of runs and pairs: a figure must be read alone
  int columns = 1;      ///< panels in a row
  std::vector<Panel> panels;
  std::vector<std::string> missing;  ///< what is not drawn, and why, or the command that makes its records
};

/// What a screen reader says in place of a figure: what it shows, its panels, axes and series.
std::string alternative_text(const Figure& figure);

/// Puts the series of these maps in front of the others, whatever their parameters; the exact kernel and
/// published numbers stay as they are. Nothing changes where the figure has none of the maps, or no others.
void bring_to_front(Figure& figure, const std::vector<std::string>& methods);

/// True when there is any point to draw.
bool has_points(const Panel& panel);
bool has_points(const Figure& figure);
/// True when a panel has a flat line: for captions, which explain what is drawn and nothing else.
bool has_level(const Figure& figure);

}  // namespace sketchbench
