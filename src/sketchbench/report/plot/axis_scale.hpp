#pragma once
#include <span>
#include <string>
#include <vector>

#include <sketchbench/report/figure/figure.hpp>

namespace sketchbench {

struct Tick {
  double at = 0;
  std::string label;  ///< empty for a tick between the labelled ones
};

/// The part of the number line that an axis shows, low < high, and where it is marked.
struct AxisScale {
  bool logarithmic = false;
  double low = 0, high = 1;
  std::vector<Tick> ticks;

  /// False for what cannot be drawn at all: not finite, or not positive on a logarithmic axis. A value beyond
  /// the ends is drawable, and clipped.
  bool can_show(double value) const;
  /// Where a drawable value lies: 0 at the low end, 1 at the high end; and the value there.
  double share_of(double value) const;
  double value_at(double share) const;
};

/// An axis on which all drawable values lie, with some air at its ends; ends that the axis asks for are kept
/// as they are. Labels stand on round numbers: multiples of 1, 2, 2.5 or 5 times a power of ten; on a
/// logarithmic axis powers of ten, with their multiples by 3 or by 2 and 5 as long as there are no more than
/// `most_labels`. There are at least two, even if those are more than asked for.
AxisScale scale_axis(const Axis& axis, std::span<const double> values, int most_labels);

/// The scales of a panel's axes, for all that is drawn in it; a level has no place on the x axis.
AxisScale scale_x(const Panel& panel, int most_labels);
AxisScale scale_y(const Panel& panel, int most_labels);

}  // namespace sketchbench
