#include <sketchbench/report/figure/figure_point.hpp>

namespace sketchbench {

FigurePoint point_with_deviation(double x, const Sample& sample) {
  FigurePoint point{.x = x, .y = sample.mean};
  if (sample.std) {
    point.low = sample.mean - *sample.std;
    point.high = sample.mean + *sample.std;
  }
  return point;
}

FigurePoint drawn_point(FigurePoint point, const RunGroup& group, bool logarithmic) {
  if (logarithmic && point.low && *point.low <= 0) point.low = point.y;
  if (point.records.empty())
    for (const Record& record : group.done) point.records.push_back(record.id);
  return point;
}

}  // namespace sketchbench
