#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/plot/axis_scale.hpp>

namespace sketchbench {

/// Lengths are in points (1/72 inch) from the lower left corner of the picture.

struct Box {
  double left = 0, bottom = 0, right = 0, top = 0;
};

struct PlacedPanel {
  const Panel* panel = nullptr;
  Box box;  ///< inside the axes
  AxisScale x, y;
};

enum class Anchor { left, centre };

struct PlacedText {
  std::string text;
  double x = 0, y = 0;  ///< of the middle of the line
  double size = 8;
  Anchor anchor = Anchor::centre;
  const FigureSeries* of = nullptr;  ///< in the colour of this series; null: in that of all text
  bool upwards = false;              ///< reads from bottom to top
};

/// One line of the legend: a sample of the series at (x, y), `legend_sample` wide, with its label behind it.
struct PlacedSample {
  const FigureSeries* series = nullptr;
  std::string text = {};    ///< the series' label, or where there are many entries its brief one
  bool joined = false;      ///< some series of that label has a line between its points
  bool of_several = false;  ///< theories of several methods, each in its colour, share the label
  double x = 0, y = 0;
};

inline constexpr double legend_sample = 20;

/// Where everything goes. A few curves, in panels one or two in a row, have their labels behind their last
/// points. Otherwise the legend has a strip of its own above the panels, so that it never covers data, in one
/// line where that can be. Axis titles that all panels share stand once; titles of panels have one size.
struct FigureLayout {
  double width = 0, height = 0;
  std::vector<PlacedPanel> panels;
  std::vector<PlacedSample> legend;
  std::vector<PlacedText> texts;
};

/// The layout points into `figure`, which has to outlive it. A panel without a point
/// keeps its place and is blank, unless its whole row or column is.
FigureLayout lay_out(const Figure& figure);

}  // namespace sketchbench
