#include "experiments/accuracy/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {

using Lines = std::vector<std::string>;

namespace {

std::string ends_text(const MeanInterval& interval) {
  return fmt::format("{} to {}", points_text(interval.low), points_text(interval.high));
}

/// "99.86 %"
std::string family_confidence(const Results& results) {
  return fmt::format("{:.4g} %", 100 * bonferroni_confidence(family_size(results)));
}

std::string rule_line(const Results& results) {
  const auto of = [](Verdict verdict) { return fmt::format("{} {}", mark_of(verdict), words_of(verdict)); };
  return fmt::format(
      "A verdict is a test of the difference of the means, ours less the paper's, in percentage points: "
      "Welch's interval, from our runs and the deviation that the paper gives for its {}, each bounded by "
      "the rounding in print. {}: the whole interval lies between −{:g} and {:g} points. {}: the difference "
      "is not told from 0, and the interval is wider than that. {} and {}: it is told from 0. A verdict is "
      "given on accuracy alone, once all runs are there, and only on all of the paper's own data.",
      plural(static_cast<std::size_t>(results.paper->runs()), "run"), of(Verdict::equal), equal_points,
      equal_points, of(Verdict::consistent), of(Verdict::differs_by_less), of(Verdict::differs));
}

std::string family_rule(const Results& results) {
  return fmt::format(
      "The family: {}, at the level {:g}. Differences are told from 0 by Holm's step-down test, so that with "
      "a probability of {:g} at least no equal number is said to differ; \"equal\" takes an interval of {} "
      "(Bonferroni).",
      plural(family_size(results), "comparison"), family_level, 1 - family_level, family_confidence(results));
}

/// "exact (Adult), RM published (Covertype)": which of the rows, by method and data set.
std::string kinds_of(const std::vector<const Summary*>& rows) {
  std::vector<std::string> kinds;
  for (const Summary* row : rows)
    if (std::string kind = fmt::format("{} ({})", method_short(*row), row->dataset_title());
        std::ranges::find(kinds, kind) == kinds.end())
      kinds.push_back(std::move(kind));
  return fmt::format("{}", fmt::join(kinds, ", "));
}

Lines split_lines(const Results& results) {
  std::vector<const Summary*> measured, not_measured;
  int fewest = 0;
  for (const Summary& row : results.rows) {
    if (row.verdict() == Verdict::none || !row.split_noise) continue;
    const int splits = row.split_noise->splits;
    (splits > 0 ? measured : not_measured).push_back(&row);
    if (splits > 0) fewest = fewest == 0 ? splits : std::min(fewest, splits);
  }
  if (measured.empty() && not_measured.empty()) return {};
  Lines lines = {
      "The paper does not say how it divided its rows, so another random split stands on each side of a "
      "difference, and its variance is counted twice."};
  if (!measured.empty())
    lines.back() += fmt::format(" It was measured over {} splits or more ({}) for {} of the {}.", fewest,
                                results.config.splits.stem().string(), measured.size(),
                                plural(measured.size() + not_measured.size(), "comparison"));
  if (not_measured.empty()) return lines;
  const std::string which = measured.empty() ? "any of them" : kinds_of(not_measured);
  lines.push_back(fmt::format(
      "What another split changes is not measured for {}: in its place stands the scatter p (1 − p) / n of a "
      "share p of n test rows drawn at random.{}",
      which,
      measured.empty() && !results.config.splits.empty()
          ? fmt::format(" \"sketchbench run {}\" measures it.", results.config.splits.string())
          : ""));
  return lines;
}

Lines spread_lines(const Results& results) {
  std::vector<const Summary*> drawing_nothing, assumed;
  for (const Summary& row : results.rows) {
    if (row.verdict() == Verdict::none) continue;
    if (row.method == exact_method) drawing_nothing.push_back(&row);
    if (row.difference->spread_assumed) assumed.push_back(&row);
  }
  Lines lines;
  if (!drawing_nothing.empty())
    lines.push_back(
        "For exact kernels the paper gives no deviation, and there is none to give: they draw nothing, and "
        "one run stands for all, here and there. Only the split and the rounding are in their intervals.");
  if (!assumed.empty())
    lines.push_back(
        fmt::format("The paper gives no deviation for {}: it is taken for a single run, which "
                    "scatters as ours do.",
                    kinds_of(assumed)));
  return lines;
}

/// What "consistent" could have missed, by method.
Lines detectable_lines(const Results& results) {
  std::vector<std::string> methods;
  std::map<std::string, std::vector<double>> found;
  for (const Summary& row : results.rows) {
    if (row.verdict() != Verdict::consistent || !std::isfinite(row.test->detectable)) continue;
    std::vector<double>& of_method = found[row.method_label];
    if (of_method.empty()) methods.push_back(row.method_label);
    of_method.push_back(row.test->detectable);
  }
  if (methods.empty()) return {};
  std::vector<std::string> parts;
  for (const std::string& method : methods) {
    std::vector<double>& of_method = found[method];
    std::ranges::sort(of_method);
    parts.push_back(fmt::format("{} {:.1f} ({:.1f} to {:.1f})", method_short(method),
                                of_method[of_method.size() / 2], of_method.front(), of_method.back()));
  }
  return {
      fmt::format("What is consistent may differ by less than could be found. The difference that the "
                  "family's test finds with "
                  "a probability of 80 %, in points, median and range over its comparisons: {}.",
                  fmt::join(parts, "; "))};
}

Lines joint_lines(const Results& results) {
  if (results.joint.empty()) return {};
  std::vector<std::string> parts;
  for (const JointVerdict& one : results.joint)
    parts.push_back(fmt::format("{}: {} differences, {:.1f}, p = {:.2g} (Holm over the data sets {:.2g})",
                                one.dataset_title, one.test.differences, one.test.statistic, one.test.p_value,
                                one.adjusted_p));
  return {
      fmt::format("Whether all differences of a data set are 0 together, which no test of single ones looks "
                  "at: their generalised "
                  "least squares statistic, with the draws' variances and the random split's, which the "
                  "comparisons of a data set "
                  "share as much as it was measured to, and its law by {} draws. {}.",
                  with_commas(joint_draws), fmt::join(parts, "; "))};
}

}  // namespace

Lines verdict_lines(const Results& results) {
  if (results.config.quick || !has_published_numbers(results)) return {};  // a quick run gets no verdict
  Lines lines = {rule_line(results)};
  if (family_size(results) == 0) return lines;
  lines.push_back(family_rule(results));
  for (Lines& more : std::array{detectable_lines(results), joint_lines(results), split_lines(results),
                                spread_lines(results)})
    for (std::string& line : more) lines.push_back(std::move(line));
  for (const Summary& row : results.rows) {
    if (row.verdict() != Verdict::differs && row.verdict() != Verdict::differs_by_less) continue;
    lines.push_back(fmt::format(
        "{} {}: {} against the paper's {}, a difference of {} points; 95 % interval for it alone {}, in the "
        "family {}, p = {:.2g} (Holm).",
        mark_of(row.verdict()), result_name(row), percent_text(row.accuracy),
        percent_text(row.paper->accuracy), points_text(*row.delta()), ends_text(row.test->interval),
        ends_text(row.test->family_interval), row.test->adjusted_p));
  }
  return lines;
}

std::string family_note(const Results& results) {
  if (family_size(results) == 0) return "";
  return fmt::format(
      "Verdicts: one family of {} at the level {:g}, by Holm's test; equivalence within ±{:g} "
      "points by intervals of {}.",
      plural(family_size(results), "comparison"), family_level, equal_points, family_confidence(results));
}

bool has_verdict(const std::vector<const Summary*>& rows) {
  return std::ranges::any_of(rows, [](const Summary* row) { return row->verdict() != Verdict::none; });
}

Lines time_lines(const Results& results) {
  if (!results.config.times) return {std::string(untimed_note)};
  Lines lines = {fmt::format(
      "Times are CPU seconds{}: making the features of the training rows plus training. Loading and "
      "predicting are not in them. The records hold wall-clock time as well.",
      results.paper ? ", as the paper's are" : "")};
  const auto side_by_side = std::count_if(results.rows.begin(), results.rows.end(),
                                          [](const Summary& row) { return row.side_by_side(); });
  if (side_by_side > 0)
    lines.push_back(
        "‖ Taken while other runs shared the machine's caches and memory bandwidth; alone they would be "
        "somewhat shorter. Run with --jobs 1 for times of their own.");
  if (has_published_numbers(results) && !results.paper->machine().empty())
    lines.push_back(fmt::format("The paper's times: {}.", results.paper->machine()));
  return lines;
}

namespace {

constexpr const char* no_records = "(no records here)";

/// The row that answers the group's question by the method of that name.
const Summary* row_of(const Results& results, const RunGroup& group, std::string_view method) {
  for (const Summary& row : results.rows)
    if (row.dataset == group.dataset && row.kernel == group.kernel && row.method == method &&
        row.D == group.D)
      return &row;
  return nullptr;
}

const Summary* row_of(const Results& results, const RunGroup& group) {
  return row_of(results, group, group.method);
}

std::string accuracy_of(const Summary* row) {
  return row == nullptr || row->done.empty() ? no_records : percent_text(row->accuracy);
}

std::string accuracy_in(const Results& results, const RunGroup& group) {
  return accuracy_of(row_of(results, group));
}

/// By a method with its parameters, as tables name it.
std::string accuracy_in(const Results& results, const RunGroup& group, std::string_view label) {
  for (const Summary& row : results.rows)
    if (row.dataset == group.dataset && row.kernel == group.kernel && row.D == group.D &&
        row.method_label == label)
      return accuracy_of(&row);
  return no_records;
}

/// Over all rows of the method, or of a faster form of it, that both have.
std::string largest_change(const Results& results, const Results& other, std::string_view method) {
  std::optional<double> largest;
  for (const Summary& row : results.rows) {
    const Summary* same = defining_map(row.method) == method ? row_of(other, row, method) : nullptr;
    if (same == nullptr || row.done.empty() || same->done.empty()) continue;
    largest = std::max(largest.value_or(0), std::abs(row.accuracy.mean - same->accuracy.mean));
  }
  return largest ? fmt::format("{:.2f}", *largest) : no_records;
}

}  // namespace

NoteNumber accuracy_numbers(const Results& results, const ReportSources& sources) {
  // Several notes ask for the same configuration.
  return [&results, sources, others = std::map<std::string, Results>()](
             const std::string& name, const RunGroup& group) mutable -> std::optional<std::string> {
    const auto other = [&](const std::string& configuration) -> const Results& {
      auto known = others.find(configuration);
      if (known == others.end()) {
        const auto file = folder_of(results.config.file) / configuration;
        known = others.emplace(configuration, summarise(read_config(file), sources)).first;
      }
      return known->second;
    };
    const Summary* row = row_of(results, group);
    const PaperNumber* paper = row != nullptr && row->paper ? &*row->paper : nullptr;
    if (name == "paper")
      return paper != nullptr ? std::optional(percent_text(paper->accuracy)) : std::nullopt;
    if (name == "difference") {
      if (paper == nullptr) return std::nullopt;
      return row->done.empty() ? no_records
                               : fmt::format("{:.1f}", std::abs(row->accuracy.mean - paper->accuracy.mean));
    }
    constexpr std::string_view change = "change of ", in = " in ";
    if (const auto at = name.find(in); name.starts_with(change) && at != std::string::npos)
      return largest_change(results, other(name.substr(at + in.size())),
                            std::string_view(name).substr(change.size(), at - change.size()));
    if (const auto at = name.find(in); at != std::string::npos && name.ends_with(".json"))
      return accuracy_in(other(name.substr(at + in.size())), group, std::string_view(name).substr(0, at));
    if (name.ends_with(".json")) return accuracy_in(other(name), group);
    throw InputError(
        fmt::format("{}: a note has \"{{{}}}\", expected {{paper}}, {{difference}}, {{CONFIGURATION.json}}, "
                    "{{METHOD in CONFIGURATION.json}} or {{change of METHOD in CONFIGURATION.json}}",
                    results.config.file.string(), name));
  };
}

}  // namespace sketchbench
