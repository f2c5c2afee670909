#pragma once
#include <string_view>

namespace sketchbench {

/// What is to be learnt from a data set: which class a row belongs to, or a number, its target.
enum class Task { classification, regression };

/// As manifests write it: "classification", "regression".
constexpr std::string_view name_of(Task task) {
  return task == Task::classification ? "classification" : "regression";
}

}  // namespace sketchbench
