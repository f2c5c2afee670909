#pragma once
#include <span>
#include <vector>

#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

/// What training found for one pair of classes: the decision value of x is sum b_k kappa(row_k, x) - rho, and
/// `first` wins where it is above 0.
struct PairSolution {
  int first = 0, second = 0;  ///< labels
  std::vector<Index> row;     ///< training rows with b != 0
  std::vector<double> b;      ///< y alpha, with y = 1 for `first` and -1 for `second`
  double rho = 0;
};

/// Of a model that is machines on a kernel, whose dual solution can be looked at: a machine for each pair of
/// classes, or one, whose labels then mean nothing.
class DualSolution {
 public:
  virtual ~DualSolution() = default;
  virtual std::vector<PairSolution> pairs() const = 0;
};

/// A machine for each pair of classes. Its scores are the decision values of the pairs (0, 1), (0, 2), ...,
/// (1, 2), ... of its classes.
class DualModel : public Model, public DualSolution {
 public:
  Index outputs() const final;
  bool scores_pairs() const final { return true; }
  std::vector<int> classes() const final { return {labels().begin(), labels().end()}; }

 protected:
  /// In the order of the pairs.
  virtual std::span<const int> labels() const = 0;

 private:
  float decide(std::span<const double> scores) const final;
};

/// Every machine votes: the number of the class with the most votes, of classes with as many the first.
std::size_t most_voted(std::span<const double> decision_values, std::size_t classes);

/// 1/2 alpha^T Q alpha - sum alpha in double precision, by its definition: as many kernel values as there are
/// pairs of support vectors. LIBSVM prints six decimals of it, and on unscaled data all of them can be zero.
double dual_objective(const Rows& x, const Kernel& kernel, const PairSolution& pair);

}  // namespace sketchbench
