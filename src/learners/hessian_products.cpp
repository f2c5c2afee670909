#include "learners/hessian_products.hpp"

#include "learners/row_products.hpp"

namespace sketchbench {

using Eigen::MatrixXd;

HessianProducts::HessianProducts(const HingeProblems& problems)
    : problems_(problems),
      active_(static_cast<std::size_t>(problems.count()), ActiveRows::Constant(problems.size(), false)),
      diagonals_(MatrixXd::Ones(problems.dim(), problems.count())) {}

void HessianProducts::follow(const Selection& selected, const ActiveInEach& active) {
  std::vector<ActiveRows> entering, leaving;
  ActiveInEach each_entering, each_leaving;
  for (std::size_t at = 0; at < selected.size(); ++at) {
    ActiveRows& before = active_[static_cast<std::size_t>(selected[at])];
    const ActiveRows& wanted = *active[at];
    if ((before != wanted).count() >= wanted.count()) {  // from nothing is cheaper
      before.setConstant(false);
      diagonals_.col(selected[at]).setOnes();
    }
    entering.push_back(wanted && !before);
    leaving.push_back(before && !wanted);
    before = wanted;
  }
  for (const ActiveRows& rows : entering) each_entering.push_back(&rows);
  for (const ActiveRows& rows : leaving) each_leaving.push_back(&rows);
  diagonals_(Eigen::all, selected) +=
      problems_.sum_of_squares(each_entering) - problems_.sum_of_squares(each_leaving);
}

MatrixXd HessianProducts::times(const Selection& selected, const MatrixXd& v) const {
  ActiveInEach active;
  for (const Index k : selected) active.push_back(&active_[static_cast<std::size_t>(k)]);
  return v + problems_.sum_over_active(active, [&](const HingeProblems::Batch& batch, double* product) {
    multiply_rows(batch.rows, v.rows(), v.col(batch.first).data(), batch.count, product);
  });
}

MatrixXd HessianProducts::diagonals(const Selection& selected) const {
  return diagonals_(Eigen::all, selected);
}

}  // namespace sketchbench
