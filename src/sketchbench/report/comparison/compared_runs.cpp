#include <sketchbench/report/comparison/compared_runs.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/report/verdicts/answered_questions.hpp>

namespace sketchbench {
namespace {

std::set<RequestKey> requests_of(const std::vector<Config>& configs) {
  std::set<RequestKey> requests;
  for (const Config& config : configs)
    for_each_cell(config, [&](Cell&& cell, std::size_t) { requests.insert(request_key(cell)); });
  return requests;
}

bool is_called(const CompletedRuns& one, const std::string& method) {
  return one.runs.method == method || one.runs.method_label == method;
}

class FolderResults {
 public:
  FolderResults(const Store& store, const ComparisonRequest& request, const std::set<RequestKey>& wanted,
                LeftOver& left)
      : left_(left) {
    const auto loaded = store.all();
    left_.untrusted = loaded->warnings;
    for (const Record& record : loaded->records) {
      const bool kept = std::ranges::all_of(request.filters,
                                            [&](const Filter& filter) { return keeps(filter, record.cell); });
      if (!kept || (!request.configs.empty() && !wanted.contains(request_key(record.cell)))) continue;
      if (record.done())
        add_answer(answered_, record);
      else
        ++left_.unfinished;
    }
    if (answered_.empty())
      throw InputError(fmt::format("{}: no finished record {}", store.results().string(),
                                   request.filters.empty() && request.configs.empty()
                                       ? "is there; expected results"
                                       : "is of the configurations and filters that are asked for"));
    for (auto& [key, one] : answered_) left_.other_versions += keep_one_version(one.runs.done);
  }

  CompletedRunsByRequest& answered() { return answered_; }

  /// Counts what has not been compared, of the method that was asked for, or of all where it is empty.
  void count(const CompletedRunsByRequest& others, const std::string& method) {
    std::unordered_set<std::string> there;
    for (const auto& [key, other] : others) there.insert(other.runs.question);
    for (const auto& [key, one] : answered_) {
      if (one.compared || (!method.empty() && !is_called(one, method))) continue;
      ++(method.empty() && there.contains(one.runs.question) ? left_.other_contents : left_.alone);
    }
  }

 private:
  LeftOver& left_;
  CompletedRunsByRequest answered_;
};

/// As if one configuration for each kind of experiment had asked for all that both folders have: labels tell
/// its data sets and methods apart.
class Labels {
 public:
  Labels(const CompletedRunsByRequest& a, const CompletedRunsByRequest& b) {
    for (const CompletedRunsByRequest* all : {&a, &b})
      for (const auto& [key, one] : *all) add(one);
  }

  void set(CompletedRuns& one, const ManifestFacts& datasets) const {
    const Config& config = configs_.at(one.experiment->name);
    one.runs.facts = datasets.of(one.runs.dataset.name);
    one.runs.dataset_label = dataset_label(one.runs.dataset, config);
    if (one.runs.dataset.d > 0) one.runs.dataset_label += fmt::format("[d={}]", one.runs.dataset.d);
    one.runs.method_label = method_label(method_of(one), config);
    one.runs.expected = one.runs.runs();
  }

 private:
  static MethodEntry method_of(const CompletedRuns& one) {
    const Cell& cell = one.runs.done.front().cell;
    return {one.runs.method, cell.learner, cell.map_parameters};
  }

  void add(const CompletedRuns& one) {
    Config& config = configs_[one.experiment->name];
    const MethodEntry method = method_of(one);
    const bool known = std::ranges::any_of(config.methods, [&](const MethodEntry& other) {
      return other.method == method.method && other.learner == method.learner &&
             other.parameters == method.parameters;
    });
    if (!known) config.methods.push_back(method);
    const bool known_data = std::ranges::any_of(
        config.grid, [&](const GridEntry& entry) { return entry.dataset == one.runs.dataset; });
    if (!known_data) config.grid.push_back({.dataset = one.runs.dataset, .D = {}});
  }

  std::map<std::string, Config> configs_;
};

/// What two methods must share to be compared; exact kernels have no D, and stand beside any.
bool are_of_one_problem(const CompletedRuns& a, const CompletedRuns& b) {
  return a.experiment == b.experiment && a.parameters == b.parameters && a.runs.dataset == b.runs.dataset &&
         a.runs.done.front().cell.data_hash == b.runs.done.front().cell.data_hash &&
         a.runs.kernel == b.runs.kernel &&
         own_kernel_of(a.runs, *a.experiment) == own_kernel_of(b.runs, *b.experiment) &&
         (a.runs.D == b.runs.D || a.runs.method == exact_method || b.runs.method == exact_method);
}

void require_method(const char* side, const std::string& method, const CompletedRunsByRequest& answered) {
  std::set<std::string> names;
  for (const auto& [key, one] : answered) {
    if (is_called(one, method)) return;
    names.insert(one.runs.method_label);
  }
  fail_unknown(fmt::format("method of {}", side), method, {names.begin(), names.end()});
}

/// The one of B's that stands against it: with the same learner where several could.
CompletedRuns* opponent_of(const CompletedRuns& a, CompletedRunsByRequest& all_b, const std::string& method) {
  std::vector<CompletedRuns*> candidates;
  for (auto& [key, b] : all_b)
    if (is_called(b, method) && are_of_one_problem(a, b)) candidates.push_back(&b);
  if (candidates.size() > 1)
    if (std::ranges::any_of(candidates,
                            [&](const CompletedRuns* b) { return b->runs.learner == a.runs.learner; }))
      std::erase_if(candidates, [&](const CompletedRuns* b) { return b->runs.learner != a.runs.learner; });
  if (candidates.size() > 1)
    throw InputError(fmt::format("method {} of B stands for {} and {} on {}; expected one of them", method,
                                 candidates[0]->runs.method_label, candidates[1]->runs.method_label,
                                 a.runs.dataset_label));
  return candidates.empty() ? nullptr : candidates.front();
}

ComparedRuns paired(CompletedRuns& a, CompletedRuns& b) {
  a.compared = b.compared = true;
  return {.experiment = a.experiment, .parameters = a.parameters, .a = a.runs, .b = b.runs};
}

std::vector<ComparedRuns> pairs_of(CompletedRunsByRequest& all_a, CompletedRunsByRequest& all_b,
                                   const ComparisonRequest& request) {
  std::vector<ComparedRuns> pairs;
  if (request.method_a.empty()) {
    for (auto& [key, a] : all_a)
      if (const auto b = all_b.find(key); b != all_b.end()) pairs.push_back(paired(a, b->second));
    return pairs;
  }
  require_method("A", request.method_a, all_a);
  require_method("B", request.method_b, all_b);
  for (auto& [key, a] : all_a)
    if (is_called(a, request.method_a))
      if (CompletedRuns* b = opponent_of(a, all_b, request.method_b)) pairs.push_back(paired(a, *b));
  return pairs;
}

/// As people look for them.
void sort_for_reading(std::vector<ComparedRuns>& pairs) {
  const auto place = [](const ComparedRuns& one) {
    return std::tuple(one.experiment->name, json_text(one.parameters), one.a.dataset_label, one.a.dataset.d,
                      one.a.kernel.display(), one.a.method_label, one.b.method_label, one.a.D, one.b.D);
  };
  std::ranges::sort(pairs, {}, place);
}

}  // namespace

PairedRuns pair_runs(const Store& a, const Store& b, const ManifestFacts& datasets,
                     const ComparisonRequest& request) {
  PairedRuns made;
  const std::set<RequestKey> wanted = requests_of(request.configs);
  FolderResults in_a(a, request, wanted, made.left_in_a), in_b(b, request, wanted, made.left_in_b);
  const Labels labels(in_a.answered(), in_b.answered());
  for (CompletedRunsByRequest* all : {&in_a.answered(), &in_b.answered()})
    for (auto& [key, one] : *all) labels.set(one, datasets);
  made.pairs = pairs_of(in_a.answered(), in_b.answered(), request);
  in_a.count(in_b.answered(), request.method_a);
  in_b.count(in_a.answered(), request.method_b);
  if (made.pairs.empty())
    throw InputError(fmt::format(
        "{} and {}: no result is in both: {} and {} are in one of them alone, {} are on other contents of "
        "their data set",
        a.results().string(), b.results().string(), made.left_in_a.alone, made.left_in_b.alone,
        made.left_in_a.other_contents));
  sort_for_reading(made.pairs);
  return made;
}

}  // namespace sketchbench
