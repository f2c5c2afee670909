#include "experiments/accuracy/summary.hpp"

#include <algorithm>
#include <array>

#include "report/record_fields.hpp"

namespace sketchbench {
namespace {

void compare(Summary& row, const Results& results) {
  if (!results.paper) return;
  const std::string& published_as = row.facts.stands_for;
  row.paper = results.paper->find(published_as, row.kernel, row.method, row.D);
  if (!row.paper) return;
  const bool stand_in =
      std::any_of(row.done.begin(), row.done.end(), [](const Record& r) { return !same_as_paper(r); });
  row.comparable = published_as == row.dataset.name && !stand_in;
  row.judged = row.comparable && !results.config.quick && row.dataset.max_train == 0;
  if (row.judged && row.status == Status::done) row.verdict = judge(row.accuracy, row.paper->accuracy);
}

double accuracy_of(const Record& record) { return record.json.at("result").at("accuracy").get<double>(); }

}  // namespace

std::string_view name_of(Verdict verdict) {
  static constexpr std::array<std::string_view, 3> names = {"", "reproduced", "differs"};
  return names[static_cast<std::size_t>(verdict)];
}

Summary::Summary(RunGroup group)
    : RunGroup(std::move(group)), RunCosts(costs_of(done)), accuracy(sample_over(done, accuracy_of)) {}

std::optional<double> Summary::delta() const {
  if (!comparable || !paper || done.empty()) return std::nullopt;
  return accuracy.mean - paper->accuracy.mean;
}

const Summary* Results::find(const DatasetRequest& dataset, const Kernel& kernel, std::string_view label,
                             Index D) const {
  for (const Summary& row : rows)
    if (row.dataset == dataset && row.kernel == kernel && row.method_label == label &&
        (row.method == exact_method || row.D == D))
      return &row;
  return nullptr;
}

Results summarise(const Config& config, const ReportSources& sources) {
  RunGroups groups = group_runs(config, sources);
  Results results;
  results.config = std::move(groups.config);
  results.left_out = std::move(groups.left_out);
  results.datasets = sources.datasets;
  if (config.compare_with) results.paper.emplace(config.compare_with->file, config.compare_with->section);
  tell_columns_apart(groups.groups);
  for (RunGroup& group : groups.groups) {
    Summary row(std::move(group));
    compare(row, results);
    results.rows.push_back(std::move(row));
  }
  return results;
}

bool has_records(const Results& results) {
  return std::any_of(results.rows.begin(), results.rows.end(),
                     [](const Summary& row) { return row.has_record(); });
}

bool has_published_numbers(const Results& results) {
  return std::any_of(results.rows.begin(), results.rows.end(),
                     [](const Summary& row) { return row.paper.has_value(); });
}

}  // namespace sketchbench
