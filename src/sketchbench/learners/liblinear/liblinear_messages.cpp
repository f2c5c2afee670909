#include <sketchbench/learners/liblinear/liblinear_messages.hpp>

#include <sketchbench/learners/library_messages.hpp>

namespace sketchbench {
namespace {

// The trust-region Newton method stops at this many accepted steps without saying so.
constexpr int newton_iteration_limit = 1000;

bool says_unconverged(std::string_view line) {
  const auto has = [&](std::string_view words) { return line.find(words) != std::string_view::npos; };
  if (has("reaching max number of"))  // an inner loop's limit only makes the next outer step start earlier
    return !has("inner iterations");
  // Not among them: "actred and prered too small", a relative change below 1e-12.
  return has("WARNING: f < -1.0e+32") || has("WARNING: prered <= 0");
}

}  // namespace

void LiblinearMessages::read(std::string_view line) {
  if (const auto total = number_after<std::int64_t>(line, "optimization finished, #iter =")) {
    iterations_ += *total;
  } else if (line.starts_with("iter") && line.find("|g|") != std::string_view::npos) {
    ++iterations_;
    if (number_after<int>(line, "iter").value_or(0) >= newton_iteration_limit) converged_ = false;
  } else if (const auto objective = number_after<double>(line, "Objective value =")) {
    objectives_.push_back(*objective);
  } else if (says_unconverged(line)) {
    converged_ = false;
  }
}

}  // namespace sketchbench
