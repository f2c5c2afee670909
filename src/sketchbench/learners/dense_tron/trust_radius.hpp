#pragma once

namespace sketchbench {

/// The radius of the trust region from step to step (Lin & More 1999, as in Lin, Weng & Keerthi 2008,
/// algorithm 1).
class TrustRadius {
 public:
  /// What a step promised and what it gave.
  struct Step {
    double norm;       ///< |s|_M
    double slope;      ///< <g, s>
    double predicted;  ///< decrease of the quadratic model
    double actual;     ///< decrease of the objective
    bool at_boundary;  ///< the model's minimiser was cut off
  };

  /// With `widen_at_boundary`, a step that is good and was cut off widens the region by the largest factor
  /// (LIBLINEAR from 2.21 on); without, by what the objective along the step suggests (LIBLINEAR before).
  TrustRadius(double radius, bool widen_at_boundary) : radius_(radius), widen_(widen_at_boundary) {}

  double value() const { return radius_; }
  /// True when the step decreased the objective enough to be taken.
  static bool accepts(const Step& step) { return step.actual > 1e-4 * step.predicted; }
  void learn(const Step& step);

 private:
  double radius_;
  bool widen_, first_ = true;
};

}  // namespace sketchbench
