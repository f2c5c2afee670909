#include "learners/dual_model.hpp"

#include <cmath>

namespace sketchbench {

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
