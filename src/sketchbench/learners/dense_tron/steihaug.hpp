#pragma once
#include <Eigen/Core>

namespace sketchbench {

/// Minimises the quadratic model <g, s> + <s, H s> / 2 within |s|_M <= radius by preconditioned conjugate
/// gradients that stop at the boundary, to which they also go along a direction without positive curvature
/// (Steihaug 1983; with M = diag(m) as in Hsia, Chiang & Lin 2018).
/// Whoever owns H multiplies:
///
///     SteihaugCg cg(g, m, radius);
///     while (!cg.done()) cg.take(H * cg.direction());
///
/// Many of them can run side by side, so that one pass over the data serves all.
class SteihaugCg {
 public:
  /// m: positive. Done when the residual's norm in M^-1 is at most `tolerance` of its first.
  SteihaugCg(const Eigen::VectorXd& g, Eigen::VectorXd m, double radius, double tolerance = 0.1);

  bool done() const { return done_; }
  const Eigen::VectorXd& direction() const { return direction_; }
  void take(const Eigen::VectorXd& image);

  const Eigen::VectorXd& step() const { return step_; }
  /// -g - H s.
  const Eigen::VectorXd& residual() const { return residual_; }
  bool at_boundary() const { return at_boundary_; }
  int steps() const { return steps_; }

  /// |v|_M = sqrt(sum m_j v_j^2).
  double norm(const Eigen::VectorXd& v) const { return std::sqrt((m_.array() * v.array().square()).sum()); }

 private:
  void stop_at_boundary(const Eigen::VectorXd& image);

  Eigen::VectorXd m_, step_, residual_, direction_;
  double radius_, target_, residual_product_;  ///< the last: <r, M^-1 r>
  int steps_ = 0;
  bool done_ = false, at_boundary_ = false;
};

}  // namespace sketchbench
