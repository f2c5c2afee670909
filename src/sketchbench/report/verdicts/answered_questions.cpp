#include <sketchbench/report/verdicts/answered_questions.hpp>

#include <algorithm>
#include <set>

#include <sketchbench/core/json.hpp>
#include <sketchbench/report/record_fields.hpp>

namespace sketchbench {
namespace {

/// Of the algorithms, by what these are: "map", "learner".
using Versions = std::map<std::string, int>;

Versions versions_of(const Record& record) { return record.json.at("cell").at("versions").get<Versions>(); }

}  // namespace

CompletedRuns& add_answer(CompletedRunsByRequest& questions, const Record& record) {
  const std::string question = request_key(record.cell).question;
  CompletedRuns& one = questions[record.cell.data_hash + question];
  if (one.runs.done.empty()) {
    const Cell& cell = record.cell;
    one.runs.question = question;
    one.experiment = &find_experiment(cell.experiment);
    one.parameters = cell.parameters;
    one.runs.dataset = cell.dataset;
    one.runs.kernel = cell.kernel;
    one.runs.method = cell.method;
    one.runs.learner = cell.learner;
    one.runs.D = cell.D;
    one.runs.external = cell.external;
    one.runs.status = Status::done;
  }
  one.runs.done.push_back(record);
  return one;
}

std::size_t keep_one_version(std::vector<Record>& runs) {
  const std::size_t before = runs.size();
  std::ranges::stable_sort(runs, [](const Record& x, const Record& y) { return started(x) > started(y); });
  const Versions newest = versions_of(runs.front());
  std::set<std::optional<Seed>> seen;
  std::erase_if(runs, [&](const Record& record) {
    return versions_of(record) != newest || !seen.insert(record.cell.seed).second;
  });
  std::ranges::sort(runs, {}, [](const Record& record) { return record.cell.seed; });
  return before - runs.size();
}

}  // namespace sketchbench
