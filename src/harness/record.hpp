#pragma once
#include <string>

#include "experiments/cell.hpp"

namespace sketchbench {

/// Of record files; readers leave out files of another format.
inline constexpr int record_format = 1;

/// What one cell left behind. `json` is the file as it stands but for its key "checksum" (record_file.hpp):
///   {"format": 1, "cell": {...describe()...}, "status": "done" | "failed" | "timeout", "error": "...",
///    "result":  {"accuracy": 84.3, "n_train": ..., "n_test": ..., "features_nonzero_share": ...},
///    "seconds": {"load": {"wall":, "cpu":}, "map": {...}, "train": {...}, "predict": {...}},
///    "peak_rss_bytes": ...,
///    "learner": {"iterations":, "objectives": [...], "converged":, "support_vectors":, "messages": "..."},
///    "data":    {"name":, "split":, "content_hash":, "source":, "same_as_paper":, "n_train":, "n_test":,
///    "d":, "nnz_train":}, "run":     {"started": "2026-11-20T12:00:00Z", "jobs":, "threads":,
///    "time_limit_s":, "host": {"cpu":, "cores":, "memory_bytes":},
///                "program": "0.1.0", "compiler":, "flags":, "libraries": {"liblinear":, "libsvm":, "fftw":,
///                "eigen":, ...}}}
struct Record {
  std::string id;  ///< SHA-256 of the canonical description, the file's name
  Cell cell;
  std::string status;
  Json json;
  std::string checksum;  ///< of a record that was read: tells two results of the same cell apart

  bool done() const { return status == "done"; }
  double accuracy() const { return json.at("result").at("accuracy").get<double>(); }
  double cpu_seconds(const std::string& phase) const;   ///< 0 when the record has no such phase
  double wall_seconds(const std::string& phase) const;  ///< likewise
  double peak_rss_bytes() const;
};

/// A cell that a run left out, with the reason: data not to be had, not enough memory.
struct Skip {
  Cell cell;
  std::string reason;
};

/// Same data set request, kernel, method, D, learner and seed, whatever the content hash: how reports find
/// the records of a configuration without looking at the data.
bool same_question(const Cell& a, const Cell& b);

}  // namespace sketchbench
