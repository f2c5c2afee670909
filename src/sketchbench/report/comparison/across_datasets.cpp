#include <sketchbench/report/comparison/across_datasets.hpp>

#include <sketchbench/core/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include <sketchbench/report/group_words.hpp>

namespace sketchbench {
namespace {

/// Values by data set; those that share rows are no independent ones, and are one here
/// (DatasetFacts::rows_of).
using OfDatasets = std::map<std::string, std::vector<double>>;

double mean_of_values(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Errors of different data sets have no common unit; their ratios have none.
bool is_comparable(const ComparedNumber& one) {
  return one.number() && (one.number()->per_cent() || (one.a.mean > 0 && one.b.mean > 0));
}
double scale(double mean, const GroupQuantity& number) { return number.per_cent() ? mean : std::log(mean); }

std::string experiment_key(const ComparedNumber& one) {
  return one.runs.experiment->name + json_text(one.runs.parameters);
}

struct Pairs {
  const ComparedNumber* first = nullptr;
  OfDatasets differences;
};

AcrossDatasets tested(const Pairs& pairs) {
  const ComparedNumber& first = *pairs.first;
  AcrossDatasets made{.experiment = first.runs.experiment,
                      .parameters = first.runs.parameters,
                      .method_a = first.runs.a.method_label,
                      .method_b = first.runs.b.method_label,
                      .datasets = static_cast<int>(pairs.differences.size())};
  std::vector<double> differences;
  for (const auto& [dataset, values] : pairs.differences) differences.push_back(mean_of_values(values));
  made.mean = mean_of_values(differences);
  if (!first.number()->per_cent()) made.mean = std::exp(made.mean);
  made.test = signed_rank_test(differences);
  made.verdict = made.test.n == 0 ? ComparisonVerdict::same : ComparisonVerdict::nothing;
  return made;
}

using Contender = std::pair<bool, std::string>;  ///< whether it is A's, and the label
/// Rows of, label of the data set, kernel, D.
using Problem = std::tuple<std::string, std::string, std::string, Index>;
using Scores = std::map<Contender, std::map<Problem, double>>;

std::set<Problem> common_problems(const Scores& scores) {
  std::map<Problem, std::size_t> counts;
  for (const auto& [contender, of_problem] : scores)
    for (const auto& [problem, score] : of_problem) ++counts[problem];
  std::set<Problem> common;
  for (const auto& [problem, count] : counts)
    if (count == scores.size()) common.insert(problem);
  return common;
}

std::size_t datasets_of(const std::set<Problem>& problems) {
  std::set<std::string> names;
  for (const Problem& problem : problems) names.insert(std::get<0>(problem));
  return names.size();
}

bool is_enough(const std::set<Problem>& problems, const Scores& scores) {
  return static_cast<int>(datasets_of(problems)) >=
         least_rankings(static_cast<int>(scores.size()), family_level);
}

/// Leaves out those that have the fewest problems until the others share enough data sets.
std::set<Problem> make_common(Scores& scores, std::set<std::string>& left_out) {
  for (;;) {
    std::set<Problem> common = common_problems(scores);
    if (scores.size() < 2 || is_enough(common, scores)) return common;
    const auto fewest = std::ranges::min_element(
        scores, {}, [](const auto& of_contender) { return of_contender.second.size(); });
    left_out.insert(fewest->first.second);
    scores.erase(fewest);
  }
}

RankedMethods ranked(const Scores& scores, const std::set<Problem>& problems) {
  std::map<std::string, std::vector<std::vector<double>>> by_dataset;  // of each contender, all its scores
  for (const auto& [contender, of_problem] : scores) {
    OfDatasets values;
    for (const Problem& problem : problems) values[std::get<0>(problem)].push_back(of_problem.at(problem));
    for (auto& [dataset, all] : values) by_dataset[dataset].push_back(std::move(all));
  }
  std::vector<std::vector<double>> table;
  for (const auto& [dataset, contenders] : by_dataset) {
    std::vector<double>& row = table.emplace_back();
    for (const std::vector<double>& all : contenders) row.push_back(mean_of_values(all));
  }
  RankedMethods made{.ranks = average_ranks(table)};
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return made.ranks.ranks[i]; });
  const std::vector<double> ranks = made.ranks.ranks;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Contender& contender = std::next(scores.begin(), static_cast<std::ptrdiff_t>(order[i]))->first;
    made.contenders.push_back({.of_a = contender.first, .method = contender.second});
    made.ranks.ranks[i] = ranks[order[i]];
  }
  return made;
}

}  // namespace

std::vector<AcrossDatasets> compare_across_datasets(const std::vector<ComparedNumber>& numbers) {
  std::map<std::tuple<std::string, std::string, std::string>, Pairs> by_methods;
  for (const ComparedNumber& one : numbers) {
    if (!is_comparable(one)) continue;
    Pairs& pairs = by_methods[{experiment_key(one), one.runs.a.method_label, one.runs.b.method_label}];
    if (pairs.first == nullptr) pairs.first = &one;
    pairs.differences[one.runs.a.facts.rows_of].push_back(scale(one.b.mean, *one.number()) -
                                                          scale(one.a.mean, *one.number()));
  }
  std::vector<AcrossDatasets> made;
  for (const auto& [methods, pairs] : by_methods)
    if (static_cast<int>(pairs.differences.size()) >= least_pairs(family_level))
      made.push_back(tested(pairs));
  std::vector<double> p_values;
  for (const AcrossDatasets& one : made) p_values.push_back(one.test.p_value);
  const std::vector<double> adjusted = holm_adjusted(p_values);
  for (std::size_t i = 0; i < made.size(); ++i) {
    AcrossDatasets& one = made[i];
    one.adjusted_p = adjusted[i];
    if (one.adjusted_p > family_level) continue;
    const double above = one.test.positive - one.test.negative;  // ranks for a larger number of B
    one.verdict = guarded_quantity(*one.experiment)->ranking->merit(above) > 0 ? ComparisonVerdict::b_better
                                                                               : ComparisonVerdict::a_better;
  }
  return made;
}

std::vector<RankedMethods> rank_methods(const std::vector<ComparedNumber>& numbers) {
  std::map<std::string, std::vector<const ComparedNumber*>> by_experiment;
  for (const ComparedNumber& one : numbers)
    if (is_comparable(one)) by_experiment[experiment_key(one)].push_back(&one);
  std::vector<RankedMethods> made;
  for (const auto& [key, of_experiment] : by_experiment) {
    Scores scores;
    std::set<std::string> left_out;
    for (const ComparedNumber* one : of_experiment) {
      const GroupQuantity& number = *one->number();
      for (const bool of_a : {true, false}) {
        const RunGroup& group = of_a ? one->runs.a : one->runs.b;
        if (group.D == 0) {
          left_out.insert(group.method_label);
          continue;
        }
        const Problem problem{group.facts.rows_of, group.dataset_label,
                              kernel_title(group, *one->runs.experiment), group.D};
        scores[{of_a, group.method_label}][problem] =
            number.ranking->merit(scale((of_a ? one->a : one->b).mean, number));
      }
    }
    const std::set<Problem> problems = make_common(scores, left_out);
    if (scores.size() < 2 || !is_enough(problems, scores)) continue;
    RankedMethods& ranks = made.emplace_back(ranked(scores, problems));
    ranks.experiment = of_experiment.front()->runs.experiment;
    ranks.parameters = of_experiment.front()->runs.parameters;
    ranks.left_out.assign(left_out.begin(), left_out.end());
  }
  return made;
}

}  // namespace sketchbench
