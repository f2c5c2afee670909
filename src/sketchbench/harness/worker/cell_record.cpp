#include <sketchbench/harness/worker/cell_record.hpp>

#include <fmt/format.h>

#include <csignal>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

/// Fills in what the worker has found; throws for an outcome that readers would refuse.
void take_outcome(Record& record, const Message& word) {
  Record done = record;
  done.status = done.json["status"] = "done";
  done.json["result"] = word.outcome.result;
  done.json["seconds"] = word.outcome.seconds;
  done.json["learner"] = word.outcome.learner;
  done.json["data"] = word.outcome.data;
  done.json["peak_rss_bytes"] = word.peak_rss_bytes;
  check_record(done);
  record = std::move(done);
}

}  // namespace

Record make_record(const PlannedCell& cell, const WorkerProcess& worker, const ChildEnd& end, Json run_facts,
                   const std::string& limit_passed) {
  Record record{.id = cell.id, .cell = cell.cell};
  record.json = {{"format", record_format},
                 {"cell", describe(cell.cell)},
                 {"run", std::move(run_facts)},
                 {"peak_rss_bytes", end.peak_rss_bytes}};
  const auto fail = [&](const char* status, const std::string& reason) {
    record.status = status;
    record.json["status"] = status;
    record.json["error"] = reason;
  };
  const auto& word = worker.last_word();
  if (word && word->kind == Message::Kind::outcome) {
    try {
      take_outcome(record, *word);
    } catch (const std::exception& error) {
      fail("failed", fmt::format("its outcome cannot be used: {}", error.what()));
    }
  } else if (!limit_passed.empty()) {
    fail("timeout", limit_passed);
  } else {
    fail("failed", worker.reason(end));
    // Who has reserved memory for it can try again with more.
    if (!word && end.signal == SIGKILL) record.json[ended_for_key] = ended_for_memory;
  }
  return record;
}

std::optional<Record> answered_since_planned(const PlannedCell& cell, const Store& store,
                                             double time_limit_s) {
  auto record = store.find(cell.id);
  if (!record || record->checksum == cell.known_record) return std::nullopt;
  // What another run has just failed at fails here as well; a timeout may not where there is more time.
  if (record->status == "timeout" && !satisfies(*record, time_limit_s)) return std::nullopt;
  return record;
}

std::string shown_of(const Record& record) {
  if (record.done()) return find_experiment(record.cell.experiment).headline(record);
  return record.status == "timeout" ? "timeout" : "FAILED";
}

std::string title_of(const Cell& cell) {
  std::string text = fmt::format("{:<13} {:<10} {}", cell.dataset.name, cell.kernel.display(), cell.method);
  if (cell.dataset.split_seed) text += fmt::format(" split {}", *cell.dataset.split_seed);
  if (cell.dataset.d > 0) text += fmt::format(" d={}", cell.dataset.d);
  if (cell.method != exact_method) text += fmt::format(" D={}", cell.D);
  if (cell.seed) text += fmt::format(" seed {}", *cell.seed);
  return text;
}

std::string error_of(const Record& record) { return record.json.value("error", "no reason is known"); }

}  // namespace sketchbench
