#pragma once
// Configurations that are right, to be changed in one place each.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <sketchbench/core/error.hpp>
#include <sketchbench/harness/config/config.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {

inline constexpr const char* valid = R"({
 "name": "small", "experiment": "accuracy", "seeds": 3,
 "learner": {"type": "liblinear"},
 "grid":    [{"dataset": "adult", "D": [100, 200]}, {"dataset": "mnist", "split": "official", "D": 50, "quick_max_train": 700}],
 "kernels": [{"kernel": "polynomial", "degree": 2}, {"kernel": "polynomial", "degree": 4, "coef0": 1}],
 "methods": [{"method": "exact", "learner": {"type": "libsvm"}}, {"method": "tensor_sketch"}]
})";

inline std::string changed(std::string_view from, std::string_view to) {
  std::string text = valid;
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

inline constexpr const char* of_the_map = R"({
 "name": "map", "experiment": "construction_time", "parameters": {"repeats": 9},
 "grid":    [{"dataset": "uniform", "d": "D", "D": [100, 200]}, {"dataset": "uniform", "d": 50, "D": 300}],
 "kernels": [{"kernel": "polynomial", "degree": 2}],
 "methods": [{"method": "tensor_sketch"}]
})";

inline std::string changed_map(std::string_view from, std::string_view to) {
  std::string text = of_the_map;
  return text.replace(text.find(from), from.size(), to);
}

inline std::string error_of(const std::string& text) {
  const testing_support::TemporaryFolder folder;
  const auto file = folder.write("config.json", text);
  return testing_support::message_of<InputError>([&] { read_config(file); });
}

inline Config config_of(const std::string& text) {
  const testing_support::TemporaryFolder folder;
  return read_config(folder.write("config.json", text));
}

}  // namespace sketchbench
