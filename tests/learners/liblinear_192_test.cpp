#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/learners/dense_tron/dense_tron.hpp>
#include <sketchbench/learners/dense_tron/hinge_hessians.hpp>
#include "sample_data.hpp"
#include "streamed_rows.hpp"

namespace sketchbench {
namespace {

/// Before a Newton step: the objective, the gradient's norm; and what conjugate gradients take in it.
struct Step {
  double objective = 0, gradient = 0;
  int cg_steps = 0;
};

/// Of the problem "this class against the rest", from w = 0.
using Trajectory = std::vector<Step>;

/// By the rows' order, the number of classes and the class.
using Trajectories = std::map<std::tuple<std::string, int, int>, Trajectory>;

Trajectories read_trajectories() {
  std::ifstream in("tests/learners/liblinear_192.txt");
  Trajectories all;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string order;
    int classes = 0, label = 0, number = 0;
    Step step;
    if (!(words >> order >> classes >> label >> number >> step.objective >> step.gradient >> step.cg_steps))
      throw std::runtime_error("not a step: " + line);
    all[{order, classes, label}].push_back(step);
  }
  return all;
}

/// How many steps led both to the same gradient: until then no sum's order decided anything.
std::size_t common_steps(const Trajectory& a, const Trajectory& b) {
  std::size_t same = 0;
  while (same + 1 < std::min(a.size(), b.size()) && a[same].cg_steps == b[same].cg_steps &&
         a[same + 1].gradient == b[same + 1].gradient)
    ++same;
  return same;
}

/// Random Maclaurin's features, which differ in size by orders of magnitude, so that the solver stops far
/// from the minimum.
LabeledMatrix rows_of(int classes) {
  LabeledMatrix rows = labelled_by_scores(2000, 30, classes, 3);
  for (float& value : rows.x.value) value = 3 * std::abs(value);
  return rows;
}

/// Features in memory, whose products are made anew in every conjugate gradient of problems as small as here;
/// or streamed, where each Newton step makes a matrix of its Hessian, as with Adult's and Covertype's many
/// rows.
enum class Features { held, streamed };

/// What dense_tron says of each class after that many steps, in the order of labels.
std::vector<Step> ours_after(int steps, const DenseMatrix& z, std::span<const float> y, Features features) {
  const DenseTron solver({.preconditioned = false, .max_steps = steps});
  const Trained trained = features == Features::held
                              ? solver.train({z.view(), y}, 1)
                              : solver.train_on_blocks(test::StreamedRows(z), y, {}, 1);
  std::istringstream lines(trained.report.messages);
  std::vector<Step> each;
  for (std::string line; std::getline(lines, line);) {
    Step step;
    int taken = 0;
    if (std::sscanf(line.c_str(), "%d steps, %d of conjugate gradients: f %lf, |g| %lf", &taken,
                    &step.cg_steps, &step.objective, &step.gradient) != 4)
      throw std::runtime_error("not what dense_tron says: " + line);
    each.push_back(step);
  }
  return each;
}

class Liblinear192 : public testing::TestWithParam<std::tuple<int, Features>> {};

// The solver of 2013 without a preconditioner: where LIBLINEAR 1.92 takes the same steps whatever the order
// of the rows, we take them, too. Later its own steps depend on that order.
TEST_P(Liblinear192, TakesTheStepsThatRoundingDoesNotDecide) {
  const auto [classes, features] = GetParam();
  const LabeledMatrix rows = rows_of(classes);
  const auto map = make_feature_map(
      "random_maclaurin_published",
      {.d_in = 30, .kernel = PolynomialKernel{.degree = 4, .coef0 = 1}, .D = 200, .seed = 1});
  DenseMatrix z(2000, 200);
  map->transform(rows.x.view(), z, 1);

  const Trajectories theirs = read_trajectories();
  const std::vector<int> labels = classes == 2 ? std::vector{1} : std::vector{3, 4, 5};
  ASSERT_EQ(
      HessianChoice::of(z.n, z.d, static_cast<Index>(labels.size()), features == Features::held).as_matrices,
      features == Features::streamed);
  for (std::size_t problem = 0; problem < labels.size(); ++problem) {
    const Trajectory& forward = theirs.at({"forward", classes, labels[problem]});
    const std::size_t common = common_steps(forward, theirs.at({"reverse", classes, labels[problem]}));
    EXPECT_GE(common, 7u);
    int cg_steps = 0;
    for (std::size_t step = 1; step <= common; ++step) {
      cg_steps += forward[step - 1].cg_steps;
      const Step ours = ours_after(static_cast<int>(step), z, rows.y, features).at(problem);
      const std::string place = "class " + std::to_string(labels[problem]) + ", step " + std::to_string(step);
      EXPECT_EQ(ours.cg_steps, cg_steps) << place;
      // They print four digits, we print six of the objective and three of the gradient's norm.
      EXPECT_NEAR(ours.objective, forward[step].objective, 5.1e-4 * forward[step].objective) << place;
      EXPECT_NEAR(ours.gradient, forward[step].gradient, 5.5e-3 * forward[step].gradient) << place;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Classes, Liblinear192,
                         testing::Combine(testing::Values(2, 3),
                                          testing::Values(Features::held, Features::streamed)));

}  // namespace
}  // namespace sketchbench
