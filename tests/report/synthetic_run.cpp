#include "report/synthetic_run.hpp"

#include <sketchbench/harness/config/cells.hpp>

#include <sketchbench/core/json.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace sketchbench {
namespace {

std::string with_paper(std::string text) {
  const std::string paper = std::filesystem::absolute("papers/kdd13/published.json").string();
  for (auto at = text.find("PAPER"); at != std::string::npos; at = text.find("PAPER", at + paper.size()))
    text.replace(at, 5, paper);
  return text;
}

Json phase(double seconds) { return {{"wall", seconds * 1.5}, {"cpu", seconds}}; }

/// The facts that every record carries.
Json run_facts() {
  return {{"started", "2026-11-20T12:00:00Z"},
          {"jobs", 1},
          {"threads", 1},
          {"time_limit_s", 0},
          {"host", {{"cpu", "Synthetic CPU"}, {"cores", 4}, {"memory_bytes", 8e9}}},
          {"program", "0.1.0"},
          {"compiler", "GNU 12.2.0"},
          {"flags", "-O3"},
          {"libraries", {{"liblinear", "LIBLINEAR 2.30"}, {"eigen", "3.4.0"}}}};
}

Json envelope(const Cell& cell, const std::string& status) {
  return {{"format", 1}, {"cell", describe(cell)}, {"status", status}, {"run", run_facts()}};
}

}  // namespace

SyntheticRun::SyntheticRun(const std::string& text)
    : config_(read_config(folder_.write("config.json", with_paper(text)))), store_(folder_ / "results") {}

std::vector<Cell> SyntheticRun::cells(const std::function<bool(const Cell&)>& wanted) const {
  std::vector<Cell> cells = expand(config_);
  std::erase_if(cells, [&](const Cell& cell) { return !wanted(cell); });
  for (Cell& cell : cells) cell.data_hash = "contents-of-" + cell.dataset.name;
  return cells;
}

Record SyntheticRun::record(const Cell& cell, double accuracy, double map_s, double train_s) const {
  Record record;
  record.json = envelope(cell, "done");
  record.json["result"] = {{"accuracy", accuracy}, {"n_train", 32561}, {"n_test", 16281}};
  record.json["seconds"] = {{"load", phase(0.1)}, {"train", phase(train_s)}, {"predict", phase(0.2)}};
  if (cell.method != exact_method) record.json["seconds"]["map"] = phase(map_s);
  record.json["peak_rss_bytes"] = 123.4e6;
  record.json["learner"] = {{"iterations", 17}, {"converged", true}};
  record.json["data"] = {{"name", cell.dataset.name},
                         {"split", "publisher"},
                         {"content_hash", cell.data_hash},
                         {"source", "official"},
                         {"same_as_paper", true},
                         {"n_train", 32561},
                         {"n_test", 16281},
                         {"d", 123},
                         {"nnz_train", 451592}};
  record.id = cell_id(record.json["cell"]);
  record.cell = cell;
  record.status = "done";
  return record;
}

Record SyntheticRun::gram_errors(const Cell& cell, double error) const {
  Record made = record(cell, 0);
  made.json["result"] = {{"rows", 100},
                         {"maps", 3},
                         {"kernel_norm", 50},
                         {"residual", 1e-5},
                         {"map_seconds", {0.1, 0.1, 0.1}},
                         {"relative_error", {error, error + 0.001, error - 0.001}}};
  return made;
}

Record SyntheticRun::unfinished(const Cell& cell, const std::string& status, const std::string& error) const {
  Record record;
  record.json = envelope(cell, status);
  record.json["error"] = error;
  record.id = cell_id(record.json["cell"]);
  record.cell = cell;
  record.status = status;
  return record;
}

void SyntheticRun::put(const std::function<bool(const Cell&)>& wanted,
                       const std::vector<double>& accuracies) const {
  const std::vector<Cell> which = cells(wanted);
  for (std::size_t i = 0; i < std::min(which.size(), accuracies.size()); ++i) put(which[i], accuracies[i]);
}

std::string adult_config() {
  return R"({"name": "synthetic", "title": "A synthetic table", "experiment": "accuracy", "seeds": 5,
    "compare_with": "PAPER#table1",
    "learner": {"type": "liblinear"},
    "grid": [{"dataset": "adult", "D": 200}],
    "kernels": [{"kernel": "polynomial", "degree": 4, "coef0": 1}],
    "methods": [{"method": "exact", "learner": {"type": "libsvm"}}, {"method": "tensor_sketch"},
                {"method": "random_maclaurin_published"}, {"method": "random_maclaurin_restricted"}]})";
}

std::string own_kernel_config(const std::string& experiment, const std::string& more,
                              const std::string& methods) {
  return R"({"name": "own", "experiment": ")" + experiment + "\", " + more + R"(
    "grid": [{"dataset": "adult", "D": 100}], "kernels": [{"kernel": "gaussian", "sigma": 1}],
    "methods": [{"method": "rks"}, {"method": "external", "name": "mine", "title": "My map", "command": ["sh"],
                 "own_kernel": "affine"})" +
         methods + "]}";
}

}  // namespace sketchbench
