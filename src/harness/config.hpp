#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cell.hpp"

namespace sketchbench {

/// One entry of "grid": a data set, and the numbers of random features to try on it.
struct GridEntry {
  DatasetRequest dataset;
  std::vector<Index> D;
};

/// One entry of "methods": "exact" or a feature map, with the learner that is trained on it.
struct MethodEntry {
  std::string method;
  Json learner;  ///< canonical, with "type"
};

/// Published numbers to put beside ours: "paper/kdd13_tables.json#table1", the path relative to the
/// configuration.
struct PaperReference {
  std::filesystem::path file;
  std::string section;  ///< "table1"
};

/// An experiment as a file describes it.
struct Config {
  std::filesystem::path file;
  std::string name;   ///< of results/<name>/
  std::string title;  ///< for people; defaults to name
  std::string experiment;
  int seeds = 1;
  std::vector<GridEntry> grid;
  std::vector<PolynomialKernel> kernels;
  std::vector<MethodEntry> methods;
  std::optional<PaperReference> compare_with;
  bool quick = false;
};

/// Reads and checks all of it; InputError names file, key, value and what was expected.
Config read_config(const std::filesystem::path& file);

/// The --quick variant: at most 2 seeds and 10,000 training rows, the name with "-quick" appended.
Config quick_variant(Config config);

/// All cells in the order grid entry, kernel, method, D, seed; data_hash is still empty (see plan.hpp).
std::vector<Cell> expand(const Config& config);

}  // namespace sketchbench
