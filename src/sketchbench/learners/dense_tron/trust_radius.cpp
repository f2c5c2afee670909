#include <sketchbench/learners/dense_tron/trust_radius.hpp>

#include <algorithm>

namespace sketchbench {
namespace {

constexpr double poor = 1e-4, fair = 0.25, good = 0.75;  // actual / predicted decrease
constexpr double shrink = 0.25, halve = 0.5, widen = 4;  // of the radius

}  // namespace

void TrustRadius::learn(const Step& step) {
  // The first guess of the radius knows nothing of the scale of a step.
  if (first_) radius_ = std::min(radius_, step.norm);
  if (widen_ || accepts(step)) first_ = false;

  // Where a parabola through the objective's value and slope at 0 and its value at s has its minimum.
  const double bend = -step.actual - step.slope;
  const double factor = bend <= 0 ? widen : std::max(shrink, -0.5 * step.slope / bend);
  const double suggested = factor * step.norm;
  if (step.actual < poor * step.predicted)
    radius_ = std::min(suggested, halve * radius_);
  else if (step.actual < fair * step.predicted)
    radius_ = std::max(shrink * radius_, std::min(suggested, halve * radius_));
  else if (step.actual < good * step.predicted)
    radius_ = std::max(shrink * radius_, std::min(suggested, widen * radius_));
  else if (widen_ && step.at_boundary)
    radius_ = widen * radius_;
  else
    radius_ = std::max(radius_, std::min(suggested, widen * radius_));
}

}  // namespace sketchbench
