#pragma once
#include <optional>
#include <string>
#include <vector>

#include "harness/config.hpp"
#include "report/run_groups.hpp"

namespace sketchbench {

/// What is known about results that need a word: notes.json beside the configuration,
///   {"table1": [{"dataset": "adult", "method": "tensor_sketch", "degree": 4, "coef0": 1, "text": "..."}]}
/// with the configuration's name as the key, or, for one that has no notes of its own, the paper's section. A
/// key that an entry leaves out matches all. They are shown below the table; they never change a number.
class Explanations {
 public:
  Explanations() = default;
  /// None when there is no such file; InputError when it is malformed.
  static Explanations for_config(const Config& config);

  std::vector<std::string> about(const RunGroup& group) const;

 private:
  struct Entry {
    std::optional<std::string> dataset, method;
    std::optional<int> degree;
    std::optional<double> coef0;
    std::string text;
  };
  std::vector<Entry> entries_;
};

}  // namespace sketchbench
