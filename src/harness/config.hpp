#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cell.hpp"

namespace sketchbench {

/// Limits of a --quick run.
inline constexpr int quick_seeds = 2;
inline constexpr Index quick_max_train = 5'000;

/// One entry of "grid": a data set, and the numbers of random features to try on it.
struct GridEntry {
  DatasetRequest dataset;
  std::vector<Index> D;
  bool d_follows_D = false;  ///< "d": "D": a generated set with as many columns as there are random features
  /// Training rows of a --quick run ("quick_max_train"); fewer for data that are slow to train on.
  Index quick_rows = quick_max_train;
};

/// One entry of "methods": "exact" or a feature map, with the learner that is trained on it.
struct MethodEntry {
  std::string method;
  Json learner;  ///< canonical, with "type"; null for an experiment that trains nothing
};

/// Published numbers to put beside ours: "paper/kdd13_tables.json#table1", the path relative to the
/// configuration.
struct PaperReference {
  std::filesystem::path file;
  std::string section;  ///< "table1"
};

/// The figure that an accuracy experiment is drawn as.
struct FigureRequest {
  std::string number;  ///< as in the paper: "Figure 3"; empty for a figure that the paper does not have
  std::string shows;   ///< "accuracy" or "time", against D
};

/// An experiment as a file describes it.
struct Config {
  std::filesystem::path file;
  std::string name;   ///< of results/<name>/
  std::string title;  ///< for people; defaults to name
  std::string experiment;
  Json parameters;  ///< the experiment's own, canonical; null if it has none
  int seeds = 1;
  std::vector<GridEntry> grid;
  std::vector<PolynomialKernel> kernels;
  std::vector<MethodEntry> methods;
  std::optional<PaperReference> compare_with;
  std::optional<FigureRequest> figure;
  /// Another configuration ("beside": "table1.json", the path relative to this one) whose results the report
  /// shows beside these; empty for none.
  std::filesystem::path beside;
  bool quick = false;
};

/// Reads and checks all of it; InputError names file, key, value and what was expected.
Config read_config(const std::filesystem::path& file);

/// "at most 2 seeds and 5,000 training rows", for help and reports.
std::string quick_limits();

/// The --quick variant: fewer seeds and training rows, the name with "-quick" appended.
Config quick_variant(Config config);

/// All cells in the order grid entry, kernel, method, D, seed; data_hash is still empty (see plan.hpp).
std::vector<Cell> expand(const Config& config);

}  // namespace sketchbench
