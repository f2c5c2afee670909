#include <sketchbench/learners/dual_model.hpp>

#include <algorithm>
#include <cmath>

namespace sketchbench {

Index DualModel::outputs() const {
  const auto classes = static_cast<Index>(labels().size());
  return classes * (classes - 1) / 2;
}

float DualModel::decide(std::span<const double> scores) const {
  return static_cast<float>(labels()[most_voted(scores, labels().size())]);
}

std::size_t most_voted(std::span<const double> decision_values, std::size_t classes) {
  std::vector<int> votes(classes);
  auto value = decision_values.begin();
  for (std::size_t a = 0; a < classes; ++a)
    for (std::size_t b = a + 1; b < classes; ++b) ++votes[*value++ > 0 ? a : b];
  return static_cast<std::size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

double dual_objective(const Rows& x, const Kernel& kernel, const PairSolution& pair) {
  double objective = 0;
  for (std::size_t s = 0; s < pair.row.size(); ++s) {
    double sum = pair.b[s] * kernel(x, pair.row[s], x, pair.row[s]) / 2;
    for (std::size_t t = 0; t < s; ++t) sum += pair.b[t] * kernel(x, pair.row[s], x, pair.row[t]);
    objective += pair.b[s] * sum - std::abs(pair.b[s]);
  }
  return objective;
}

}  // namespace sketchbench
