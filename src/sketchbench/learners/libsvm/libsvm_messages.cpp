#include <sketchbench/learners/libsvm/libsvm_messages.hpp>

#include <algorithm>
#include <climits>

#include <sketchbench/learners/library_messages.hpp>

namespace sketchbench {

void LibsvmMessages::read(std::string_view line) {
  if (const auto iterations = number_after<std::int64_t>(line, "optimization finished, #iter ="))
    iterations_.push_back(*iterations);
  else if (const auto objective = number_after<double>(line, "obj ="); objective && line.starts_with("obj"))
    objectives_.push_back(*objective);
}

std::int64_t libsvm_iteration_limit(std::int64_t rows) {
  const std::int64_t hundred_a_row = rows > INT_MAX / 100 ? INT_MAX : 100 * rows;
  return std::max<std::int64_t>(10'000'000, hundred_a_row);
}

}  // namespace sketchbench
