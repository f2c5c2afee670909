#pragma once
#include <span>
#include <string>

#include <sketchbench/data/dataset.hpp>

namespace sketchbench {

/// SHA-256 over shapes, rows and labels, the same for the same data on every platform. Names of records
/// depend on it. The rows must be sparse, and their row starts must ascend.
std::string content_hash(const LabeledRows& train, const LabeledRows& test);

/// What one pass over all rows and labels has found.
struct ContentCheck {
  std::string hash;   ///< content_hash
  std::string fault;  ///< the first value that cannot be: "training row 3: column 130, expected 0 to 122"
};

/// The same pass, which also looks whether a reader may trust the rows: columns ascend and lie in [0, d),
/// values are finite, and every label is one of `classes` (ascending); targets are finite.
ContentCheck check_content(const LabeledRows& train, const LabeledRows& test, std::span<const float> classes);

}  // namespace sketchbench
