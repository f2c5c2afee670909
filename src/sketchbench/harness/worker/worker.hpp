#pragma once
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>

#include <sketchbench/core/communicator.hpp>
#include <sketchbench/data/catalog.hpp>
#include <sketchbench/harness/cell/experiment.hpp>

namespace sketchbench {

/// What the parent writes to a worker's standard input, one JSON document.
struct Assignment {
  std::optional<Cell> cell;               ///< compute this cell ...
  std::optional<DatasetRequest> prepare;  ///< ... or prepare this data set ...
  /// ... or load this plug-in and see that it can be used; null: not that. Only its name and its file count.
  std::shared_ptr<const ExternalMap> plugin = nullptr;
  DataPaths paths;
  int threads = 1;
  bool meets = false;         ///< ... or only say where the ranks are
  int ranks = 1;              ///< processes that do it together, those of a cell
  double expected_bytes = 0;  ///< of memory, for the message when there is not enough; 0: not known
};
/// A path need not be UTF-8, as JSON text must: its bytes travel escaped.
Json to_json(const Assignment& task);
Assignment parse_assignment(const Json& json);

/// One line of JSON from a worker to its parent.
struct Message {
  enum class Kind { phase, progress, outcome, unavailable, input_error, error } kind;
  std::string text;           ///< the phase, the progress line or the error
  Outcome outcome;            ///< kind outcome only
  double peak_rss_bytes = 0;  ///< likewise: high-water mark of the worker's resident memory
};
std::string to_line(const Message& message);
Message parse_line(const std::string& line);

/// Last words (core/system/fatal_error_report.hpp) go to the descriptor as a Message of kind error.
void install_workers_fatal_error_report(int channel_descriptor);

/// The worker's whole life: reads an Assignment from `in`, writes Messages to the descriptor, returns the
/// exit code. Of several ranks the first one reads and writes; another one writes its error alone.
int run_worker(std::istream& in, int channel_descriptor, const Communicator& ranks = Communicator::alone());

}  // namespace sketchbench
