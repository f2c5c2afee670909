#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/harness/cell/cell.hpp>

namespace sketchbench {

/// Limits of a --quick run.
inline constexpr int quick_seeds = 2;
inline constexpr Index quick_max_train = 5'000, quick_max_test = 2'000;

/// One entry of "grid": a data set, and the numbers of random features to try on it.
struct GridEntry {
  DatasetRequest dataset;
  std::vector<Index> D;
  bool d_follows_D = false;  ///< "d": "D": a generated set with as many columns as there are random features
  /// Training rows of a --quick run ("quick_max_train"); fewer for data that are slow to train on.
  Index quick_rows = quick_max_train;
  Index quick_test_rows = quick_max_test;  ///< likewise of its test rows ("quick_max_test")
  /// Methods that are not run on these data, by name, and why: "without": {"exact": "its matrix does not
  /// fit"}.
  std::map<std::string, std::string> without = {};
  std::vector<Index> quick_D = {};  ///< of a --quick run ("quick_D"), some of D; empty: all of D
  /// Which entry of the file it is: one with several "split_seeds" stands for as many of these.
  std::optional<std::size_t> place = std::nullopt;
};

/// One entry of "methods": "exact" or a feature map, with the learner that is trained on it.
struct MethodEntry {
  std::string method;          ///< what an external map goes by: its name
  LearnerSpec learner;         ///< of no learner for an experiment that trains nothing
  ParameterValues parameters;  ///< the map's own that are given
  std::shared_ptr<const LandmarkFile> given = nullptr;    ///< what they name a file for; null for none
  std::shared_ptr<const ExternalMap> external = nullptr;  ///< somebody else's map; null for none
};

/// Published numbers to put beside ours: "published.json#table1", the path relative to the
/// configuration.
struct PaperReference {
  std::filesystem::path file;
  std::string section;  ///< "table1"
};

/// The figure that a configuration asks for.
struct FigureRequest {
  std::string number;  ///< as in the paper: "Figure 3"; empty for a figure that the paper does not have
  std::string shows;   ///< one of Experiment::shows
};

/// An experiment as a file describes it.
struct Config {
  std::filesystem::path file;
  std::string name;   ///< of results/<name>/
  std::string title;  ///< for people; defaults to name
  std::string experiment;
  ParameterValues parameters;  ///< the experiment's own, canonical
  int seeds = 1;
  /// "times": false: its cells run beside other work, or on several machines, and its results are shown
  /// without their times.
  bool times = true;
  std::vector<Seed> only_seeds;  ///< of a filtered run (plan/cell_filter.hpp); empty: 1 to `seeds`
  std::vector<GridEntry> grid;
  std::vector<Kernel> kernels;
  std::vector<MethodEntry> methods;
  std::optional<PaperReference> compare_with;
  std::optional<FigureRequest> figure;
  /// Another configuration ("beside": "table1.json", the path relative to this one) whose results the report
  /// shows beside these; empty for none.
  std::filesystem::path beside;
  /// The configuration ("splits": "table1_splits.json", likewise) that measures on several random splits of
  /// the same data sets what another split changes; empty for none.
  std::filesystem::path splits;
  bool quick = false;
  /// What a --quick run trains another way than the complete one: "exact kernels trained by block SMO in
  /// place of LIBSVM"; empty for nothing.
  std::string quick_training = {};
  /// Words of a command about it besides its file: the folders that this command was given ("--results",
  /// "DIR"). Reports print commands with them.
  std::vector<std::string> named_folders = {};
};

/// Reads and checks all of it; InputError names file, key, value and what was expected. What depends on data
/// sets is left to require_known_data (plan.hpp).
Config read_config(const std::filesystem::path& file);

/// "at most 2 seeds, 5,000 training and 2,000 test rows", for help and reports.
std::string quick_limits();
/// The same with what a --quick configuration trains another way.
std::string quick_limits(const Config& quick);

/// The --quick variant: fewer seeds, training and test rows and, where "quick_D" says so, numbers of random
/// features; the name with quick_ending appended. It leaves out the methods that the complete run does, so
/// that it is a part of that, and their reasons say that they are about the complete run: they may tell its
/// number of rows. Where a learner has a faster one of the same problem (LearnerKind::faster), that trains: a
/// quick run gives no verdict that the solver could matter to.
Config quick_variant(Config config);

/// Throws InputError for two configurations of one name, unless they are one file: what one leaves in its
/// folder of results, the other would overwrite.
void require_distinct_names(const std::vector<Config>& configs);

/// Where they were read from.
std::vector<std::filesystem::path> files_of(const std::vector<Config>& configs);

/// What the files describe, or their --quick variants.
std::vector<Config> read_configs(const std::vector<std::filesystem::path>& files, bool quick);

// Where configurations are looked for that nobody has named a file for: in the folder "configs" where the
// command runs, then in the one that comes with the program (core/system/shipped.hpp).

/// The file of the configuration called so: "table1". The first folder's name for it where neither has it.
std::filesystem::path find_config(std::string_view name);

/// All of both folders by their files' names, of two with one name the first folder's. notes.json, which
/// holds remarks for reports, is none, nor is a manifest of a data set.
std::vector<std::filesystem::path> all_configs();

}  // namespace sketchbench
