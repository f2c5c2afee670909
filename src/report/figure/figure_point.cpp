#include "report/figure/figure_point.hpp"

namespace sketchbench {

FigurePoint point_with_deviation(double x, const Sample& sample) {
  FigurePoint point{.x = x, .y = sample.mean};
  if (sample.std) {
    point.low = sample.mean - *sample.std;
    point.high = sample.mean + *sample.std;
  }
  return point;
}

}  // namespace sketchbench
