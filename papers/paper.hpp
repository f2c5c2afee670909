#pragma once
#include <string>
#include <vector>

namespace sketchbench {

/// A paper that is measured again: papers/<name>/ holds its configurations, published numbers, notes and the
/// tables that only it has.
struct Paper {
  std::string name;  ///< "kdd13"
  /// Names of configurations, without ".json", by what `sketchbench reproduce` is asked for: in the order in
  /// which their reports are shown.
  std::vector<std::string> tables, figures;
  std::vector<std::string> fast_tables;               ///< the tables by our own fast maps and solvers
  std::vector<std::string> tables_on_generated_data;  ///< in place of the tables where no data set is here
};

/// The first is the one that `sketchbench reproduce` reproduces when it is not told which.
const std::vector<Paper>& papers();

}  // namespace sketchbench
