#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace sketchbench {

/// Reads LIBLINEAR's progress lines, which are its only report of how a training went.
class LiblinearMessages {
 public:
  void read(std::string_view line);

  /// Summed over the classes' subproblems. A rejected step of the trust-region Newton method counts: it costs
  /// the same.
  std::int64_t iterations() const { return iterations_; }
  /// "Objective value", one for each subproblem; the trust-region Newton solvers (-s 0 and -s 2) print none.
  const std::vector<double>& objectives() const { return objectives_; }
  /// False when a subproblem reached its iteration limit or gave up.
  bool converged() const { return converged_; }

 private:
  std::int64_t iterations_ = 0;
  std::vector<double> objectives_;
  bool converged_ = true;
};

}  // namespace sketchbench
