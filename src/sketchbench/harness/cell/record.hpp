#pragma once
#include <algorithm>
#include <any>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/harness/cell/cell.hpp>

namespace sketchbench {

/// Of record files; readers leave out files of another format.
inline constexpr int record_format = 1;

/// A key of a failed record that says that the same cell may be done with more of something; its one value so
/// far. Whoever reserves memory for a cell can then reserve more.
inline constexpr const char* ended_for_key = "ended_for";
inline constexpr const char* ended_for_memory = "memory";

// clang-format off: the schema
/// What one cell left behind. `json` is the file as it stands but for its key "checksum" (record_file.hpp):
///   {"format": 1, "cell": {...describe()...}, "status": "done" | "failed" | "timeout", "error": "...",
///   "ended_for": "memory" where it was killed for want of it or nobody says why,
///    "result":  {"accuracy": 84.3, "n_train": ..., "n_test": ..., "features_nonzero_share": ...,
///                "in_another_process": {"processes":, "cpu":, "wall":, "peak_rss_bytes":} where the map is a
///                 program of its own: its CPU seconds are in "seconds" and its memory below,
///                "between_ranks": {"calls":, "bytes":, "wall":, "cpu":} where there were several: what the
///                 first one told the others, and how long that took with waiting, in "seconds" as well},
///    "seconds": {"load": {"wall":, "cpu":}, "map": {...}, "train": {...}, "predict": {...}},
///    "peak_rss_bytes": ...,
///    "learner": {"iterations":, "objectives": [...], "converged":, "support_vectors":, "messages": "...",
///                "chosen": {...} where the learner chose something itself},
///    "data":    {"name":, "split":, "content_hash":, "source":, "same_as_paper":,
///                "n_train":, "n_test":, "d":, "nnz_train":},
///    "run":     {"started": "2026-11-20T12:00:00Z", "jobs": cells at once,
///                "threads": of each, "ranks": processes that computed it together, where there were several
///                 (wall seconds and host are of the first, CPU seconds of all, peak_rss_bytes the most of
///                 one),
///                "time_limit_s":,
///                "host": {"cpu":, "cpu_model": "family 25, model 1, stepping 1", "cores":, "memory_bytes":,
///                         "governor": "performance", "boost": "on" | "off",
///                         "load_average": over the last minute, when the run of all cells began},
///                "program": "0.1.0", "revision": the commit that the program was built from,
///                "dirty": whether its sources differed from that, "instruction_set": "AVX2",
///                "compiler":, "flags":, "libraries": {"liblinear":, "libsvm":, "fftw":, "eigen":, ...}}}
/// What a system does not say is "unknown" or not there; records of earlier versions lack "cpu_model" to
/// "load_average", "revision", "dirty" and "instruction_set".
// clang-format on
struct Record {
  std::string id;  ///< SHA-256 of the canonical description, the file's name
  Cell cell;
  std::string status;
  Json json;
  std::string checksum;  ///< of a record that was read: tells two results of the same cell apart
  std::any result =
      {};  ///< Experiment::parse() of a finished one: a shared pointer to what result_of() gives

  bool done() const { return status == "done"; }
  double cpu_seconds(const std::string& phase) const;   ///< 0 when the record has no such phase
  double wall_seconds(const std::string& phase) const;  ///< likewise
  double peak_rss_bytes() const;
  /// Of the map's own process; none where the map was no program of its own.
  std::optional<double> other_process_peak_bytes() const;
};

/// The result of a finished record, as its experiment describes it.
template <class Result>
const Result& result_of(const Record& record) {
  return *std::any_cast<const std::shared_ptr<const Result>&>(record.result);
}

}  // namespace sketchbench
