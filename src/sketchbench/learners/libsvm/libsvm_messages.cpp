#include <sketchbench/learners/libsvm/libsvm_messages.hpp>

#include <sketchbench/learners/library_messages.hpp>

namespace sketchbench {

void LibsvmMessages::read(std::string_view line) {
  if (const auto iterations = number_after<std::int64_t>(line, "optimization finished, #iter ="))
    iterations_.push_back(*iterations);
  else if (const auto objective = number_after<double>(line, "obj ="); objective && line.starts_with("obj"))
    objectives_.push_back(*objective);
}

}  // namespace sketchbench
