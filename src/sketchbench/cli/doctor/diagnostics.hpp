#pragma once
#include <functional>
#include <string>
#include <vector>

#include <sketchbench/data/catalog.hpp>
#include <sketchbench/harness/record/store.hpp>

namespace sketchbench {

/// Something that is not as it should be.
struct Finding {
  std::string problem;  ///< one line with the file and what is wrong
  std::string remedy;   ///< what a repair does; where there is none, what the user can do
  /// Does it and returns a line about it; empty where the program cannot.
  std::function<std::string()> repair = {};
};

/// One kind of thing that was looked at.
struct Diagnostic {
  std::string what, where;
  std::string checked;  ///< how many; "-" where there is nothing to count
  std::vector<Finding> findings;
  std::string remark;
};

/// Gathers what is known about it by those who made it (store_inspection.hpp, inspect.hpp, disk.hpp);
/// what cannot be looked at is a finding too.
std::vector<Diagnostic> diagnose_results(const Store& store);
std::vector<Diagnostic> diagnose_data(const DataPaths& paths, const ProgressSink& progress);
std::vector<Diagnostic> diagnose_folders(const Store& store, const DataPaths& paths);
std::vector<Diagnostic> diagnose_tools();

}  // namespace sketchbench
