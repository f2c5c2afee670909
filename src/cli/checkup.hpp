#pragma once
#include <functional>
#include <string>
#include <vector>

#include "data/catalog.hpp"
#include "harness/record/store.hpp"

namespace sketchbench {

/// Something that is not as it should be.
struct Complaint {
  std::string problem;  ///< one line with the file and what is wrong
  std::string remedy;   ///< what a repair does; where there is none, what the user can do
  std::function<std::string()>
      repair;  ///< does it and returns a line about it; empty where the program cannot
};

/// One kind of thing that was looked at.
struct Checkup {
  std::string what, where;
  std::string checked;  ///< how many; "-" where there is nothing to count
  std::vector<Complaint> complaints;
  std::string remark;
};

/// Gathers what is known about it by those who made it (store_inspection.hpp, inspect.hpp, base/disk.hpp);
/// what cannot be looked at is a complaint too.
std::vector<Checkup> check_results(const Store& store);
std::vector<Checkup> check_data(const DataPaths& paths, const ProgressSink& progress);
std::vector<Checkup> check_folders(const Store& store, const DataPaths& paths);
std::vector<Checkup> check_tools();

}  // namespace sketchbench
