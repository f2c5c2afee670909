#include <sketchbench/report/comparison/best_methods.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/partition.hpp>
#include <sketchbench/report/results/ranked.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/training_rows.hpp>
#include <sketchbench/report/verdicts/family.hpp>
#include <sketchbench/report/verdicts/result_number.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

struct Contender {
  const RunGroup* group;
  ResultNumber number;
};

/// What is left of a question's results at the end of its axes.
RunGroupPointers at_the_end(RunGroupPointers groups) {
  const auto rows = [](const RunGroup* group) { return training_rows(*group); };
  const double most_rows = rows(std::ranges::max(groups, {}, rows));
  std::erase_if(groups, [&](const RunGroup* group) { return rows(group) < most_rows; });
  const Index largest = std::ranges::max(groups, {}, &RunGroup::D)->D;
  std::erase_if(groups, [&](const RunGroup* group) { return group->D > 0 && group->D < largest; });
  return groups;
}

std::string text_of(const Sample& sample, const GroupQuantity& number) {
  return number.per_cent() ? percent_text(sample) + " %" : significant_text(sample);
}

std::string list_of(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Empty where there are no two to compare.
std::string line_of(const RunGroupPointers& groups, const Experiment& experiment, const GroupQuantity& number,
                    bool several_kernels) {
  std::vector<Contender> contenders;
  for (const RunGroup* group : at_the_end(groups))
    if (ResultNumber made(*group, experiment, number); !made.values.empty())
      contenders.push_back({group, std::move(made)});
  if (contenders.size() < 2) return "";
  std::ranges::stable_sort(contenders, [&](const Contender& a, const Contender& b) {
    return number.ranking->merit(a.number.sample.mean) > number.ranking->merit(b.number.sample.mean);
  });
  const Contender& best = contenders.front();
  const double confidence = bonferroni_confidence(contenders.size() - 1);
  std::vector<std::string> within = {method_title(*best.group)}, not_judged;
  for (auto other = contenders.begin() + 1; other != contenders.end(); ++other) {
    const WelchEstimate difference = difference_of(best.number, other->number);
    if (std::isinf(difference.error))
      not_judged.push_back(method_title(*other->group));
    else if (difference.interval(confidence).holds(0))
      within.push_back(method_title(*other->group));
  }
  std::string line = best.group->dataset_title();
  if (several_kernels || !own_kernel_of(*best.group, experiment).empty())
    line += ", " + kernel_title(*best.group, experiment);
  const Index largest =
      std::ranges::max(contenders, {}, [](const Contender& one) { return one.group->D; }).group->D;
  const std::string at = largest > 0 ? fmt::format(" at D = {}", with_commas(largest)) : "",
                    value = text_of(best.number.sample, number);
  if (not_judged.size() + 1 == contenders.size())
    return fmt::format("{}: {}{} has the best mean, {}; how far noise moves it takes more runs to tell.",
                       line, within.front(), at, value);
  line += fmt::format(": best within noise{}: {} ({})", at, list_of(within), value);
  if (!not_judged.empty()) line += fmt::format("; not judged without more runs: {}", list_of(not_judged));
  return line;
}

}  // namespace

std::vector<std::string> best_within_noise(const Report& report) {
  const Experiment& experiment = find_experiment(report.config.experiment);
  const GroupQuantity* number = guarded_quantity(experiment);
  if (number == nullptr) return {};
  RunGroupPointers done = report.groups;
  std::erase_if(done, [](const RunGroup* group) { return group->done.empty(); });
  const auto same_question = [&](const RunGroup* a, const RunGroup* b) {
    return with_all_rows(*a) == with_all_rows(*b) && a->kernel == b->kernel &&
           own_kernel_of(*a, experiment) == own_kernel_of(*b, experiment);
  };
  std::vector<std::string> lines;
  for (const RunGroupPointers& question : partitioned(done, same_question))
    if (std::string line = line_of(question, experiment, *number, report.config.kernels.size() > 1);
        !line.empty())
      lines.push_back(std::move(line));
  if (!lines.empty())
    lines.push_back(fmt::format(
        "By \"{}\". A line's number is the mean of the first method; the others do not differ significantly "
        "from it by Welch's intervals, at 95 % for all comparisons of a line together.",
        number->ranking->title));
  return lines;
}

Document with_best_methods(const Report& report) {
  Document document = report.document;
  if (std::vector<std::string> lines = best_within_noise(report); !lines.empty())
    document.notes.push_back({"Best within noise", std::move(lines)});
  return document;
}

}  // namespace sketchbench
