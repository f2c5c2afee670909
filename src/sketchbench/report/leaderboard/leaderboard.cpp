#include <sketchbench/report/leaderboard/leaderboard.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <sketchbench/core/json.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/learner_names.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/verdicts/answered_questions.hpp>
#include <sketchbench/report/verdicts/family.hpp>
#include <sketchbench/report/verdicts/result_number.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

/// The results of one question, before a number is chosen.
using Contenders = std::vector<CompletedRuns*>;

/// Each finished run of the reports once, with what manifests say of its data set.
CompletedRunsByRequest answered_in(std::span<const Report> reports) {
  CompletedRunsByRequest questions;
  std::map<std::string, DatasetFacts> facts;
  std::set<std::string> seen;
  for (const Report& report : reports)
    for (const RunGroup* group : report.groups) {
      facts.emplace(group->dataset.name, group->facts);
      for (const Record& record : group->done)
        if (seen.insert(record.id).second) add_answer(questions, record).runs.external = group->external;
    }
  for (auto& [key, one] : questions) {
    keep_one_version(one.runs.done);
    one.runs.facts = facts.at(one.runs.dataset.name);
    one.runs.expected = one.runs.runs();
  }
  return questions;
}

/// As if one configuration had asked for all data sets of an experiment: its labels tell them apart.
void label_datasets(CompletedRunsByRequest& questions) {
  std::map<const Experiment*, Config> configs;
  for (const auto& [key, one] : questions) configs[one.experiment].grid.push_back({one.runs.dataset, {}});
  for (auto& [key, one] : questions) {
    one.runs.dataset_label = dataset_label(one.runs.dataset, configs.at(one.experiment));
    if (one.runs.dataset.d > 0) one.runs.dataset_label += fmt::format("[d={}]", one.runs.dataset.d);
  }
}

MethodEntry map_of(const CompletedRuns& one) {
  const Cell& cell = one.runs.done.front().cell;
  return {cell.method, {}, cell.map_parameters, cell.given, cell.external};
}

/// Likewise the maps of a question; learners have a name of their own.
void label_methods(const Contenders& contenders) {
  Config config;
  for (const CompletedRuns* one : contenders) config.methods.push_back(map_of(*one));
  for (CompletedRuns* one : contenders) one->runs.method_label = method_label(map_of(*one), config);
}

std::vector<Contenders> by_question(CompletedRunsByRequest& questions) {
  std::map<std::tuple<std::string, std::string, DatasetRequest, std::string, Kernel, std::string>, Contenders>
      parts;
  for (auto& [key, one] : questions)
    parts[{one.experiment->name, json_text(one.parameters), one.runs.dataset,
           one.runs.done.front().cell.data_hash, one.runs.kernel, own_kernel_of(one.runs, *one.experiment)}]
        .push_back(&one);
  std::vector<Contenders> all;
  for (auto& [key, contenders] : parts) {
    label_methods(contenders);
    all.push_back(std::move(contenders));
  }
  return all;
}

std::optional<std::string> processor_of(const RunGroup& runs) {
  std::set<std::string> names;
  for (const Record& record : runs.done) names.insert(origin_of(record).processor);
  return names.size() == 1 ? std::optional(*names.begin()) : std::nullopt;
}

std::optional<Sample> cost_of(const RunGroup& runs, const Experiment& experiment, Form form) {
  const GroupQuantity* cost = cost_quantity(experiment, form);
  const Sample sample = cost != nullptr ? cost->value(runs).number : Sample();
  return sample.n > 0 ? std::optional(sample) : std::nullopt;
}

Significance told_apart(const ResultNumber& a, const ResultNumber& b, double confidence) {
  const WelchEstimate difference = difference_of(a, b);
  if (std::isinf(difference.error)) return Significance::not_judged;
  return difference.interval(confidence).holds(0) ? Significance::no : Significance::yes;
}

/// None where no contender has the number.
std::optional<Leaderboard> board_of(const Contenders& contenders, const GroupQuantity& number) {
  struct Entry {
    const CompletedRuns* answered;
    ResultNumber number;
  };
  const Experiment& experiment = *contenders.front()->experiment;
  std::vector<Entry> entries;
  RunGroupPointers groups;
  for (const CompletedRuns* one : contenders)
    if (ResultNumber made(one->runs, experiment, number); !made.values.empty()) {
      entries.push_back({one, std::move(made)});
      groups.push_back(&one->runs);
    }
  if (entries.empty()) return std::nullopt;
  std::ranges::stable_sort(entries, [&](const Entry& a, const Entry& b) {
    return number.ranking->merit(a.number.sample.mean) > number.ranking->merit(b.number.sample.mean);
  });
  Leaderboard board{.experiment = &experiment, .number = &number, .number_title = number.ranking->title};
  board.confidence = bonferroni_confidence(std::max<std::size_t>(entries.size() - 1, 1));
  const LearnerNames learners(groups);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const RunGroup& runs = entries[i].answered->runs;
    LeaderboardRow row{.runs = runs, .title = method_title(runs), .number = entries[i].number.sample};
    if (experiment.trains) row.learner = learners(runs.learner);
    row.processor = processor_of(runs);
    row.seconds = cost_of(runs, experiment, Form::seconds);
    if (const auto bytes = cost_of(runs, experiment, Form::bytes)) row.bytes = bytes->mean;
    board.rows.push_back(std::move(row));
    std::string& apart = board.apart.emplace_back();
    for (std::size_t j = i + 1; j < entries.size(); ++j)
      apart += static_cast<char>(told_apart(entries[i].number, entries[j].number, board.confidence));
  }
  return board;
}

/// Boards that differ in nothing but the experiment's parameters say in which.
void tell_parameters_apart(std::vector<Leaderboard>& boards) {
  const auto parameters = [](const Leaderboard& board) -> const ParameterValues& {
    return board.rows.front().runs.done.front().cell.parameters;
  };
  for (Leaderboard& board : boards) {
    std::vector<std::string> words;
    for (const auto& [key, value] : parameters(board)) {
      const auto differs = [&, &name = key, &here = value](const Leaderboard& other) {
        return other.experiment == board.experiment &&
               (!parameters(other).contains(name) || parameters(other).at(name) != here);
      };
      if (std::ranges::any_of(boards, differs)) words.push_back(parameter_text(key, value));
    }
    if (!words.empty()) board.number_title += fmt::format(" ({})", fmt::join(words, ", "));
  }
}

}  // namespace

std::string Leaderboard::dataset_title() const { return rows.front().runs.dataset_title(); }

std::string Leaderboard::kernel() const { return kernel_title(rows.front().runs, *experiment); }

std::vector<std::string> Leaderboard::processors() const {
  std::map<std::string, std::size_t> counts;
  for (const LeaderboardRow& row : rows)
    if (row.processor) ++counts[*row.processor];
  std::vector<std::string> names;
  for (const auto& [name, count] : counts) names.push_back(name);
  std::ranges::stable_sort(names, std::ranges::greater(),
                           [&](const std::string& name) { return counts.at(name); });
  return names;
}

std::vector<Leaderboard> leaderboards(std::span<const Report> reports) {
  CompletedRunsByRequest questions = answered_in(reports);
  label_datasets(questions);
  std::vector<Leaderboard> boards;
  for (const Contenders& contenders : by_question(questions)) {
    const Experiment& experiment = *contenders.front()->experiment;
    for (const GroupQuantity* number : ranked_quantities(experiment))
      if (auto board = board_of(contenders, *number)) boards.push_back(std::move(*board));
  }
  tell_parameters_apart(boards);
  std::ranges::stable_sort(boards, {}, [](const Leaderboard& board) {
    return std::tuple(board.number_title, board.dataset_title(), board.kernel());
  });
  return boards;
}

const Leaderboard* first_to_show(const std::vector<Leaderboard>& boards) {
  const auto size = [](const Leaderboard& board) {
    std::set<std::string> methods;
    for (const LeaderboardRow& row : board.rows) methods.insert(row.runs.method);
    return std::pair(methods.size(), board.rows.size());
  };
  return boards.empty() ? nullptr : &*std::ranges::max_element(boards, {}, size);
}

}  // namespace sketchbench
