#include <sketchbench/learners/dense_tron/hessian_products.hpp>

namespace sketchbench {

using Eigen::MatrixXd;

HessianProducts::HessianProducts(const HingeProblems& problems)
    : problems_(problems),
      active_(static_cast<std::size_t>(problems.count()), ActiveRows::Constant(problems.size(), false)),
      identity_(problems.ranks().is_first() ? 1 : 0),
      diagonals_(MatrixXd::Constant(problems.dim(), problems.count(), identity_)) {}

void HessianProducts::follow(const Selection& selected, const ActiveInEach& active) {
  if (selected.empty()) return;
  std::vector<ActiveChange> changes;
  changes.reserve(selected.size());
  ActiveInEach entering, leaving;
  for (std::size_t at = 0; at < selected.size(); ++at) {
    ActiveRows& before = active_[static_cast<std::size_t>(selected[at])];
    const ActiveChange& change = changes.emplace_back(before, *active[at]);
    if (change.from_nothing) diagonals_.col(selected[at]).setConstant(identity_);
    entering.push_back(&change.entering);
    leaving.push_back(&change.leaving);
    before = *active[at];
  }
  diagonals_(Eigen::all, selected) +=
      problems_.sum_of_squares(selected, entering) - problems_.sum_of_squares(selected, leaving);
}

MatrixXd HessianProducts::times(const Selection& selected, const MatrixXd& v) const {
  ActiveInEach active;
  for (const Index k : selected) active.push_back(&active_[static_cast<std::size_t>(k)]);
  return v + problems_.squares_times(selected, active, v);
}

MatrixXd HessianProducts::diagonals(const Selection& selected) const {
  MatrixXd result = diagonals_(Eigen::all, selected);
  problems_.ranks().sum_in_place(result);
  return result;
}

}  // namespace sketchbench
