#include <sketchbench/report/comparison/comparison.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <sketchbench/report/comparison/across_datasets.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/verdicts/result_number.hpp>

namespace sketchbench {
namespace {

ComparisonVerdict verdict_on(double difference, double adjusted_p, const GroupQuantity& number) {
  if (adjusted_p > family_level) return ComparisonVerdict::nothing;
  return number.ranking->merit(difference) > 0 ? ComparisonVerdict::b_better : ComparisonVerdict::a_better;
}

void set_number(ComparedNumber& one) {
  ResultNumber a(one.runs.a, *one.runs.experiment, *one.number());
  ResultNumber b(one.runs.b, *one.runs.experiment, *one.number());
  one.a = a.sample;
  one.b = b.sample;
  const WelchEstimate estimate = difference_of(a, b);
  one.difference = estimate.interval(1 - family_level);
  one.p_value = estimate.p_value();
  std::ranges::sort(a.values);
  std::ranges::sort(b.values);
  if (a.values == b.values)
    one.verdict = ComparisonVerdict::same;
  else if (!std::isinf(estimate.error))
    one.verdict = ComparisonVerdict::nothing;
}

/// Holm's test over all numbers whose scatter is known; those that are the same in every run are of the
/// family as well, for whether they are was not known before.
std::size_t judge_numbers(std::vector<ComparedNumber>& numbers) {
  std::vector<ComparedNumber*> family;
  std::vector<double> p_values;
  for (ComparedNumber& one : numbers)
    if (one.verdict != ComparisonVerdict::not_judged) {
      family.push_back(&one);
      p_values.push_back(one.p_value);
    }
  const std::vector<double> adjusted = holm_adjusted(p_values);
  for (std::size_t i = 0; i < family.size(); ++i) {
    family[i]->adjusted_p = adjusted[i];
    if (family[i]->verdict == ComparisonVerdict::nothing)
      family[i]->verdict = verdict_on(family[i]->difference.mean, adjusted[i], *family[i]->number());
  }
  return family.size();
}

std::optional<SpeedUp> ratio_of(const ComparedNumber& one, double confidence) {
  return speed_up(one.runs.b, one.runs.a, compared_seconds, confidence);
}

/// The number of ratios, whose intervals hold together.
std::size_t set_times(std::vector<ComparedNumber>& numbers) {
  std::vector<ComparedNumber*> with_times;
  for (ComparedNumber& one : numbers) {
    one.of_one_processor = of_one_processor({&one.runs.a, &one.runs.b});
    if (ratio_of(one, 1 - family_level)) with_times.push_back(&one);
  }
  for (ComparedNumber* one : with_times)
    one->times = ratio_of(*one, bonferroni_confidence(with_times.size()));
  return with_times.size();
}

}  // namespace

std::string_view name_of(ComparisonVerdict verdict) {
  static constexpr std::array<std::string_view, 5> names = {"not_judged", "same", "not_told_apart",
                                                            "a_better", "b_better"};
  return names[static_cast<std::size_t>(verdict)];
}

double compared_seconds(const Record& record) {
  double seconds = 0;
  if (const auto phases = record.json.find("seconds"); phases != record.json.end())
    for (const auto& [phase, clocks] : phases->items())
      if (phase != "load") seconds += record.cpu_seconds(phase);
  return seconds;
}

bool FolderComparison::differs() const {
  return std::ranges::any_of(numbers, [](const ComparedNumber& one) { return differ(one.verdict); }) ||
         std::ranges::any_of(across, [](const AcrossDatasets& one) { return differ(one.verdict); });
}

std::set<std::string> FolderComparison::without_number() const {
  std::set<std::string> names;
  for (const ComparedNumber& one : numbers)
    if (one.number() == nullptr) names.insert(one.runs.experiment->name);
  return names;
}

FolderComparison compare(PairedRuns pairs, std::string name_a, std::string name_b) {
  FolderComparison made{.name_a = std::move(name_a),
                        .name_b = std::move(name_b),
                        .left_in_a = std::move(pairs.left_in_a),
                        .left_in_b = std::move(pairs.left_in_b)};
  for (ComparedRuns& pair : pairs.pairs) {
    ComparedNumber& one = made.numbers.emplace_back();
    one.runs = std::move(pair);
    if (one.number()) set_number(one);
  }
  made.family = judge_numbers(made.numbers);
  made.ratios = set_times(made.numbers);
  made.across = compare_across_datasets(made.numbers);
  made.ranked = rank_methods(made.numbers);
  return made;
}

}  // namespace sketchbench
