#include "experiments/accuracy/summary.hpp"

#include <algorithm>
#include <map>

#include <sketchbench/report/record_fields.hpp>
#include "experiments/accuracy/results_table.hpp"

namespace sketchbench {
namespace {

/// Whatever is measured of the noise of a random split; else the part of it that the number of test rows
/// tells.
SplitNoise noise_of_split(const Summary& row, const Results& results) {
  if (const SplitSpread* spread = find_spread(results.splits, row); spread != nullptr && spread->noise())
    return *spread->noise();
  return binomial_split_noise(row.accuracy.mean,
                              std::max(1.0, number_of(row.done.front(), "/data/n_test", 0)));
}

void compare(Summary& row, const Results& results) {
  if (!results.paper) return;
  const std::string& published_as = row.facts.stands_for;
  row.paper = results.paper->find(published_as, row.kernel, row.method, row.D);
  if (!row.paper) return;
  const bool stand_in =
      std::any_of(row.done.begin(), row.done.end(), [](const Record& r) { return !same_as_paper(r); });
  row.comparable = published_as == row.dataset.name && !stand_in;
  row.judged = row.comparable && !results.config.quick && !row.dataset.is_reduced();
  if (row.runs() == 0) return;
  if (!results.paper->has_official_split(published_as)) row.split_noise = noise_of_split(row, results);
  row.difference = difference_of({.ours = row.accuracy,
                                  .published = {row.paper->accuracy, row.paper->decimals},
                                  .draws = row.method != exact_method,
                                  .split = row.split_noise});
}

bool is_of_the_family(const Summary& row) {
  return row.judged && row.status == Status::done && row.difference;
}

void judge_family(std::vector<Summary>& rows) {
  std::vector<Difference> family;
  for (const Summary& row : rows)
    if (is_of_the_family(row)) family.push_back(*row.difference);
  const std::vector<JudgedDifference> judged = judge(family);
  auto next = judged.begin();
  for (Summary& row : rows)
    if (is_of_the_family(row)) row.test = *next++;
}

/// Of the splits that were measured of that data set, those with all of their runs.
double measured_correlation(const std::vector<SplitSpread>& splits, std::string_view dataset) {
  std::vector<std::vector<double>> values;
  for (const SplitSpread& spread : splits)
    if (spread.dataset == dataset && std::ssize(spread.accuracies) == spread.asked && spread.noise())
      values.push_back(spread.means());
  std::erase_if(values, [&](const auto& one) { return one.size() != values.front().size(); });
  return split_correlation(values);
}

void judge_jointly(Results& results) {
  std::map<std::string, std::vector<const Summary*>> by_dataset;
  for (const Summary& row : results.rows)
    if (is_of_the_family(row)) by_dataset[row.dataset.name].push_back(&row);
  std::vector<double> p_values;
  for (const auto& [dataset, rows] : by_dataset) {
    if (rows.size() < 2) continue;
    std::vector<Difference> differences;
    for (const Summary* row : rows) differences.push_back(*row->difference);
    JointVerdict& joint = results.joint.emplace_back();
    joint.dataset_title = rows.front()->dataset_title();
    joint.correlation = measured_correlation(results.splits, dataset);
    joint.test = joint_test(differences, joint.correlation);
    p_values.push_back(joint.test.p_value);
  }
  const std::vector<double> adjusted = holm_adjusted(p_values);
  for (std::size_t i = 0; i < adjusted.size(); ++i) results.joint[i].adjusted_p = adjusted[i];
}

}  // namespace

Summary::Summary(RunGroup group)
    : RunGroup(std::move(group)),
      accuracy(number_of(*this, accuracy_quantities(), "accuracy")),
      total_s(number_of(*this, accuracy_quantities(), "total_s")) {}

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
  if (!config.splits.empty() && !config.quick)
    results.splits = split_spreads(read_config(config.splits), sources);
  tell_columns_apart(groups.groups);
  for (RunGroup& group : groups.groups) {
    Summary row(std::move(group));
    compare(row, results);
    results.rows.push_back(std::move(row));
  }
  judge_family(results.rows);
  judge_jointly(results);
  return results;
}

std::size_t family_size(const Results& results) {
  return static_cast<std::size_t>(std::ranges::count_if(results.rows, is_of_the_family));
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
