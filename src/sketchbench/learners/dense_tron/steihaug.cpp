#include <sketchbench/learners/dense_tron/steihaug.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sketchbench {

SteihaugCg::SteihaugCg(const Eigen::VectorXd& g, Eigen::VectorXd m, double radius, double tolerance)
    : m_(std::move(m)),
      step_(Eigen::VectorXd::Zero(g.size())),
      residual_(-g),
      direction_(residual_.cwiseQuotient(m_)),
      radius_(radius),
      residual_product_(residual_.dot(direction_)) {
  target_ = tolerance * std::sqrt(residual_product_);
  done_ = residual_product_ == 0;
}

void SteihaugCg::take(const Eigen::VectorXd& image) {
  ++steps_;
  const double curvature = direction_.dot(image);
  if (!(curvature > 0)) {  // of rounding, where H is positive definite: the model falls all the way
    stop_at_boundary(image);
    return;
  }
  const double length = residual_product_ / curvature;
  const Eigen::VectorXd next = step_ + length * direction_;
  if (norm(next) > radius_) {
    stop_at_boundary(image);
    return;
  }
  step_ = next;
  residual_ -= length * image;
  const Eigen::VectorXd preconditioned = residual_.cwiseQuotient(m_);
  const double product = residual_.dot(preconditioned);
  direction_ = preconditioned + product / residual_product_ * direction_;
  residual_product_ = product;
  done_ = std::sqrt(product) <= target_ || steps_ >= std::max<Eigen::Index>(step_.size(), 5);
}

/// As far along the direction as the radius allows: the positive root of |s + t d|_M = radius.
void SteihaugCg::stop_at_boundary(const Eigen::VectorXd& image) {
  const double sd = (m_.array() * step_.array() * direction_.array()).sum();
  const double ss = std::pow(norm(step_), 2), dd = std::pow(norm(direction_), 2);
  const double room = radius_ * radius_ - ss, root = std::sqrt(sd * sd + dd * room);
  const double length = sd >= 0 ? room / (sd + root) : (root - sd) / dd;  // without cancellation
  step_ += length * direction_;
  residual_ -= length * image;
  done_ = at_boundary_ = true;
}

}  // namespace sketchbench
