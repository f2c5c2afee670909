#include <sketchbench/learners/block_smo/svm_duals.hpp>

#include <algorithm>
#include <numeric>

#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/learners/distinct_rows.hpp>

namespace sketchbench {
namespace {

double weight_of(std::span<const double> weights, std::size_t i) { return weights.empty() ? 1 : weights[i]; }

}  // namespace

DualResult solve_svc_dual(const KernelValues& kernel, const std::vector<bool>& positive, double C,
                          const DualParams& params, std::span<const double> weights) {
  DualProblem problem;
  for (std::size_t i = 0; i < positive.size(); ++i) {
    const double most = C * weight_of(weights, i);
    problem.y.push_back(positive[i] ? 1 : -1);
    problem.lower.push_back(positive[i] ? 0 : -most);
    problem.upper.push_back(positive[i] ? most : 0);
  }
  return solve_dual(kernel, problem, params);
}

DualResult solve_svc_dual(const Rows& x, const std::vector<bool>& positive, const Kernel& kernel, double C,
                          const DualParams& params, std::span<const double> weights) {
  const DistinctRows distinct = distinct_rows(x, positive, weights);
  if (std::ssize(distinct.first) == x.size())
    return solve_svc_dual(KernelOfRows(x, kernel), positive, C, params, distinct.weight);
  const OwnedRows copy(x, distinct.first);
  std::vector<bool> side;
  for (const Index i : distinct.first) side.push_back(positive[static_cast<std::size_t>(i)]);
  DualResult result = solve_svc_dual(KernelOfRows(copy.view(), kernel), side, C, params, distinct.weight);
  std::vector<double> b;
  for (std::size_t i = 0; i < distinct.kind.size(); ++i) {
    const auto k = static_cast<std::size_t>(distinct.kind[i]);
    const double weight = weight_of(weights, i), most = C * weight;
    // A share of a bound may be rounded beyond it.
    b.push_back(weight == 0 ? 0 : std::clamp(weight * result.b[k] / distinct.weight[k], -most, most));
  }
  result.b = std::move(b);
  return result;
}

DualResult solve_svr_dual(std::unique_ptr<KernelValues> kernel, std::span<const float> targets, double C,
                          double p, const DualParams& params, std::span<const double> weights) {
  const std::size_t n = targets.size();
  DualProblem problem;
  std::vector<Index> row;
  for (const bool above : {false, true})
    for (std::size_t i = 0; i < n; ++i) {
      const double most = C * weight_of(weights, i);
      problem.y.push_back(double{targets[i]} + (above ? p : -p));
      problem.lower.push_back(above ? -most : 0);
      problem.upper.push_back(above ? 0 : most);
      row.push_back(static_cast<Index>(i));
    }
  DualResult result = solve_dual(RepeatedKernel(std::move(kernel), std::move(row)), problem, params);
  for (std::size_t i = 0; i < n; ++i) result.b[i] += result.b[i + n];
  result.b.resize(n);
  return result;
}

DualResult solve_one_class_dual(const KernelValues& kernel, double nu, const DualParams& params,
                                std::span<const double> weights) {
  const auto n = static_cast<std::size_t>(kernel.size());
  DualProblem problem{
      .y = std::vector<double>(n, 0), .lower = std::vector<double>(n, 0), .upper = {}, .start = {}};
  for (std::size_t i = 0; i < n; ++i) problem.upper.push_back(weight_of(weights, i));
  double rest = nu * std::accumulate(problem.upper.begin(), problem.upper.end(), 0.0);
  for (const double most : problem.upper) {
    problem.start.push_back(std::min(most, rest));
    rest -= problem.start.back();
  }
  return solve_dual(kernel, problem, params);
}

}  // namespace sketchbench
