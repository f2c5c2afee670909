#pragma once
#include <functional>
#include <string>
#include <vector>

#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/harness/record/store.hpp>
#include <sketchbench/report/report_sources.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {

/// A results folder filled with records that no program computed: reports need no more than that.
class SyntheticRun {
 public:
  /// `text`: the configuration; "PAPER" in it becomes the path of the published numbers.
  explicit SyntheticRun(const std::string& text);

  const Config& config() const { return config_; }
  const Store& store() const { return store_; }
  /// The records with the repository's own manifests.
  ReportSources sources() const { return {store_, ManifestFacts(DataPaths())}; }
  const testing_support::TemporaryFolder& folder() const { return folder_; }

  void use_quick_variant() { config_ = quick_variant(config_); }

  /// The cells of a method, all of its seeds, in the configuration's order.
  std::vector<Cell> cells(const std::function<bool(const Cell&)>& wanted) const;

  /// What a finished run leaves; change what a test is about before put().
  Record record(const Cell& cell, double accuracy, double map_s = 0.25, double train_s = 0.5) const;
  /// The same of gram_error, with three maps of about that error.
  Record gram_errors(const Cell& cell, double error) const;
  /// A run that ended with an error or at its time limit.
  Record unfinished(const Cell& cell, const std::string& status, const std::string& error) const;

  /// Without the Store's fsync: a test's records need not survive a power cut.
  void put(const Record& record) const {
    folder_.write("results/records/" + record.id + ".json", sealed(record.json).dump());
  }
  void put(const Cell& cell, double accuracy) const { put(record(cell, accuracy)); }
  /// One accuracy for each seed of the cells that are wanted; fewer accuracies leave seeds missing.
  void put(const std::function<bool(const Cell&)>& wanted, const std::vector<double>& accuracies) const;

 private:
  testing_support::TemporaryFolder folder_;
  Config config_;
  Store store_;
};

inline auto of_method(const std::string& method) {
  return [method](const Cell& cell) { return cell.method == method; };
}

/// One data set, one kernel, exact and both forms of Random Maclaurin beside Tensor Sketching, five seeds.
std::string adult_config();

/// Adult by Random Kitchen Sinks and by the external map "mine", "My map", of a kernel of its own, "affine".
/// `more`: members of the configuration, and methods behind these.
std::string own_kernel_config(const std::string& experiment, const std::string& more = "",
                              const std::string& methods = "");

}  // namespace sketchbench
