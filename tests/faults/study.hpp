#pragma once
#include <string>
#include <vector>

#include "faults/fault_session.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench::faults {

using testing_support::joined;
using testing_support::Words;

/// A folder that looks like a checkout to the program, small enough to be run hundreds of times: the data
/// sets "tiny" (generated), "points" (two files in mirror/) and "absent" (files that are nowhere), and
/// configurations of them:
///   configs/pair.json   two cells of tiny, and one that is skipped
///   configs/dozen.json  14 cells of tiny and points, drawn as a figure
/// Everything that the program writes is below it, temporary files among them (tmp/).
class Study {
 public:
  Study();

  const std::filesystem::path& folder() const { return folder_.path(); }
  std::filesystem::path operator/(std::string_view name) const { return folder_ / name; }

  /// Runs sketchbench inside; with a session, under the preloaded library.
  testing_support::Ended run(const Words& words, const FaultSession* session = nullptr) const;
  /// The same; throws, with the output, unless its exit code is 0.
  void must_run(const Words& words, const FaultSession* session = nullptr) const;
  /// Starts it.
  pid_t start(const Words& words, const FaultSession* session = nullptr) const;
  std::string output() const;
  /// Adds a data set "remote" that is to be had from this address only, and switches the network on.
  void add_remote(const std::string& address);
  void write(std::string_view name, std::string_view text) const { folder_.write(name, text); }

  /// Removes results, cache, mapped files and temporary ones.
  void clear() const;

 private:
  testing_support::TemporaryFolder outside_;  ///< what is printed is none of the run's writing
  testing_support::TemporaryFolder folder_;
  bool online_ = false;
};

/// All of a folder in the place of another.
void copy_folder(const std::filesystem::path& from, const std::filesystem::path& to);

inline const Words run_pair = {"run", "configs/pair.json", "--jobs", "1", "--mirror", "mirror"};
inline const Words run_dozen = {"run", "configs/dozen.json", "--jobs", "2", "--mirror", "mirror"};
/// Tables, figure and page.
inline const Words report_dozen = {"report", "configs/dozen.json", "--format", "html", "--write"};
inline const Words map_points = {"map",    "--map", "tensor_sketch",   "--D",       "64",
                                 "--seed", "1",     "mirror/points.t", "mapped.svm"};
inline const Words fetch_points = {"datasets", "fetch", "points", "--mirror", "mirror"};
inline const Words fetch_remote = {"datasets", "fetch", "remote"};

/// The files of "remote" as their publisher has them.
std::string remote_training_rows();
std::string remote_test_rows();

/// The commands that lead to a report of all cells beside the tables, figure and page of some of them.
std::vector<Words> older_report();
/// A mapped file of another seed.
std::vector<Words> older_mapping();

}  // namespace sketchbench::faults
