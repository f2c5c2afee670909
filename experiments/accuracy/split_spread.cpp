#include "experiments/accuracy/split_spread.hpp"

#include <algorithm>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/report/record_fields.hpp>
#include "experiments/accuracy/results_table.hpp"

namespace sketchbench {

std::optional<SplitNoise> SplitSpread::noise() const {
  if (std::ssize(accuracies) < least_splits) return std::nullopt;
  return measured_split_noise(accuracies);
}

std::vector<double> SplitSpread::means() const {
  std::vector<double> means;
  for (const std::vector<double>& values : accuracies) means.push_back(sample_of(values).mean);
  return means;
}

const SplitSpread* find_spread(const std::vector<SplitSpread>& spreads, const RunGroup& group) {
  const auto found = std::ranges::find_if(spreads, [&](const SplitSpread& spread) {
    return spread.dataset == group.dataset.name && spread.kernel == group.kernel &&
           spread.method == defining_map(group.method) && spread.D == group.D;
  });
  return found == spreads.end() ? nullptr : &*found;
}

std::vector<SplitSpread> split_spreads(const RunGroupPointers& groups) {
  std::vector<SplitSpread> spreads;
  for (const RunGroup* group : groups) {
    if (!group->dataset.split_seed) continue;
    auto known = std::ranges::find_if(spreads, [&](const SplitSpread& spread) {
      return spread.dataset == group->dataset.name && spread.kernel == group->kernel &&
             spread.method_label == group->method_label && spread.D == group->D;
    });
    if (known == spreads.end())
      known = spreads.insert(spreads.end(), {.dataset = group->dataset.name,
                                             .dataset_title = group->facts.title,
                                             .kernel = group->kernel,
                                             .method = std::string(defining_map(group->method)),
                                             .method_label = group->method_label,
                                             .D = group->D});
    ++known->asked;
    if (group->done.empty()) continue;
    known->accuracies.push_back(number_of(*group, accuracy_quantities(), "accuracy").values);
    const double test_rows = number_of(group->done.front(), "/data/n_test", 0);
    if (test_rows >= 1) known->binomial = binomial_split_noise(sample_of(known->means()).mean, test_rows);
  }
  return spreads;
}

std::vector<SplitSpread> split_spreads(const Config& config, const ReportSources& sources) {
  const RunGroups groups = group_runs(config, sources);
  return split_spreads(pointers_to(groups.groups));
}

}  // namespace sketchbench
