#include <sketchbench/report/comparison/comparison_document.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/comparison/comparison_columns.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/results/csv.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {

namespace {

constexpr std::size_t most_untrusted_shown = 5;

std::string count_text(std::size_t count, std::string_view noun, std::string_view many = "") {
  return plural(static_cast<std::int64_t>(count), noun, many);
}

/// What tells the settings of one experiment apart, where it has parameters.
std::string caption_of(const Experiment& experiment, const ParameterValues& parameters) {
  const GroupQuantity* guarded = guarded_quantity(experiment);
  std::string caption = guarded != nullptr ? guarded->ranking->title : "Times of " + experiment.name;
  for (const auto& [key, value] : parameters) caption += ", " + parameter_text(key, value);
  return caption;
}

using Numbers = std::vector<const ComparedNumber*>;

Table table_of(const Numbers& numbers) {
  const ComparedRuns& first = numbers.front()->runs;
  std::vector<ComparedNumber> rows;
  for (const ComparedNumber* one : numbers) rows.push_back(*one);
  Table table = table_of_quantities(table_of_lines(rows, comparison_columns()),
                                    caption_of(*first.experiment, first.parameters));
  Provenance origins;
  bool beside_others = false;
  RunGroupPointers groups;
  for (const ComparedNumber* one : numbers) {
    origins.add(one->runs.a, "A");
    origins.add(one->runs.b, "B");
    groups.push_back(&one->runs.a);
    groups.push_back(&one->runs.b);
    beside_others |= one->times && (one->runs.a.side_by_side() || one->runs.b.side_by_side());
  }
  table.notes = origins.lines();
  if (beside_others)
    table.notes.push_back(
        fmt::format("{} Other cells ran on the same machine meanwhile.", side_by_side_mark));
  for (std::string& note : process_notes(groups)) table.notes.push_back(std::move(note));
  return table;
}

std::vector<Table> number_tables(const FolderComparison& comparison) {
  std::vector<Numbers> by_setting;
  for (const ComparedNumber& one : comparison.numbers) {  // in the order of their settings
    const auto is_new = by_setting.empty() ||
                        by_setting.back().front()->runs.experiment != one.runs.experiment ||
                        by_setting.back().front()->runs.parameters != one.runs.parameters;
    if (is_new) by_setting.emplace_back();
    by_setting.back().push_back(&one);
  }
  std::vector<Table> tables;
  for (const Numbers& numbers : by_setting) tables.push_back(table_of(numbers));
  return tables;
}

Table across_table(const FolderComparison& comparison) {
  Table table;
  table.caption = "Over data sets";
  table.columns = {{{"Number"}, false}, {{"Method"}, false},     {{"Data sets"}, true},
                   {{"B − A"}, true},   {{"Ranks for A"}, true}, {{"Ranks for B"}, true},
                   {{"p, Holm"}, true}, {{"Verdict"}, false}};
  for (const AcrossDatasets& one : comparison.across) {
    const GroupQuantity& number = *guarded_quantity(*one.experiment);
    const Text verdict = verdict_text(one.verdict);
    const bool larger = number.ranking->better == Better::larger;
    const double for_b = larger ? one.test.positive : one.test.negative;
    const double for_a = larger ? one.test.negative : one.test.positive;
    table.rows.push_back(
        {one_line(caption_of(*one.experiment, one.parameters)),
         one_line(methods_text(one.method_a, one.method_b)), one_line(fmt::format("{}", one.datasets)),
         one_line(number.per_cent() ? points_text(one.mean) : fmt::format("{:.3g}×", one.mean)),
         one_line(fmt::format("{:g}", for_a)), one_line(fmt::format("{:g}", for_b)),
         one_line(p_text(one.adjusted_p)), one_line(verdict.text, verdict.tone)});
  }
  table.notes = {fmt::format(
      "Wilcoxon's signed-rank test, exact, on one difference for each data set: the mean over its "
      "kernels and D, of errors in logarithms (then the column shows B / A). Holm's p-values are of "
      "the {} of this table, of methods with {} data sets or more: fewer never show a difference at {:g}. "
      "Data sets "
      "that share rows count once.",
      count_text(comparison.across.size(), "test"), least_pairs(family_level), family_level)};
  return table;
}

Table ranks_table(const RankedMethods& ranked) {
  Table table;
  table.caption = "Average ranks: " + caption_of(*ranked.experiment, ranked.parameters);
  table.columns = {{{"Method"}, false}, {{"Of"}, false}, {{"Average rank"}, true}};
  for (std::size_t i = 0; i < ranked.contenders.size(); ++i)
    table.rows.push_back({one_line(method_short(ranked.contenders[i].method)),
                          one_line(ranked.contenders[i].of_a ? "A" : "B"),
                          one_line(fmt::format("{:.2f}", ranked.ranks.ranks[i]))});
  table.notes = {
      fmt::format("Over {} data sets, 1 is the best (Demšar 2006); of each the mean over the kernels "
                  "and D that all of these methods have. Friedman's statistic is {:.3g}, p = {} by {} "
                  "permutations.",
                  ranked.ranks.datasets, ranked.ranks.chi_squared, p_text(ranked.ranks.p_value),
                  with_commas(rank_permutations))};
  if (!ranked.left_out.empty()) {
    std::vector<std::string> names;
    for (const std::string& label : ranked.left_out) names.push_back(method_short(label));
    table.notes.push_back(
        fmt::format("Not ranked, for want of a D or of data sets in common: {}.", fmt::join(names, ", ")));
  }
  return table;
}

std::vector<std::string> lines_about(const char* side, const LeftOver& left) {
  std::vector<std::string> lines;
  const auto say = [&](std::size_t count, std::string_view noun, std::string_view what) {
    if (count > 0) lines.push_back(fmt::format("{}: {} {}", side, count_text(count, noun), what));
  };
  say(left.alone, "result", "without one to compare with on the other side");
  say(left.other_contents, "result", "on other contents of a data set than the other side's");
  say(left.other_versions, "run", "by another version of an algorithm than the newest, or of a seed again");
  say(left.unfinished, "cell", "that failed or ran out of time");
  const std::size_t shown = std::min(left.untrusted.size(), most_untrusted_shown);
  for (std::size_t i = 0; i < shown; ++i) lines.push_back(fmt::format("{}: {}", side, left.untrusted[i]));
  say(left.untrusted.size() - shown, "further record", "that cannot be used");
  return lines;
}

std::vector<Text> banners_of(const FolderComparison& comparison) {
  std::size_t a_better = 0, b_better = 0;
  for (const ComparedNumber& one : comparison.numbers) {
    a_better += one.verdict == ComparisonVerdict::a_better;
    b_better += one.verdict == ComparisonVerdict::b_better;
  }
  std::vector<Text> banners = {
      {fmt::format("A is {}, B is {}.", comparison.name_a, comparison.name_b), Tone::plain},
      {fmt::format("{} in both: A better in {}, B better in {}; {} in A alone, {} in B alone.",
                   count_text(comparison.numbers.size(), "result"), a_better, b_better,
                   comparison.left_in_a.alone, comparison.left_in_b.alone),
       comparison.differs() ? Tone::warning : Tone::plain}};
  for (const std::string& name : comparison.without_number())
    banners.push_back({fmt::format("{} has nothing that compare can judge: only its times are shown.", name),
                       Tone::warning});
  return banners;
}

std::vector<std::string> legend_of(const FolderComparison& comparison) {
  return {
      fmt::format("B − A: the difference of the means over the runs with Welch's interval for it alone. "
                  "Verdict: Holm's test at {:g} over the {} of all tables, so that with a probability of "
                  "{:g} no true difference of 0 is told. Runs of one seed on both sides count as "
                  "independent, which makes the test careful. Not judged: one run on either side, or all "
                  "the same on each.",
                  family_level, count_text(comparison.family, "difference"), 1 - family_level),
      fmt::format("CPU time: of all phases but loading, a ratio of geometric means where both sides are of "
                  "one processor; the intervals of {} hold together with a probability of {:g}.",
                  count_text(comparison.ratios, "ratio"), 1 - family_level)};
}

}  // namespace

Document comparison_document(const FolderComparison& comparison) {
  Document document;
  document.name = "comparison";
  document.title = fmt::format("{} and {} compared", comparison.name_a, comparison.name_b);
  document.banners = banners_of(comparison);
  document.legend = legend_of(comparison);
  document.tables = number_tables(comparison);
  if (!comparison.across.empty()) document.tables.push_back(across_table(comparison));
  for (const RankedMethods& ranked : comparison.ranked) document.tables.push_back(ranks_table(ranked));
  std::vector<std::string> lines = lines_about("A", comparison.left_in_a);
  for (std::string& line : lines_about("B", comparison.left_in_b)) lines.push_back(std::move(line));
  if (!lines.empty()) document.notes.push_back({"Not compared", std::move(lines)});
  return document;
}

namespace {

Json json_of(const Value& value) {
  if (value.number.n > 0) return value.number.mean;
  return value.words.empty() ? Json() : Json(value.words);
}

Json result_json(const ComparedNumber& one) {
  Json json = {{"parameters", one.runs.parameters}};
  for (const Quantity<ComparedNumber>& column : comparison_columns())
    json[column.key] = json_of(column.value(one));
  json["kernel"] = one.runs.a.kernel.to_json();
  json["processors_a"] = processors_of(one.runs.a);
  json["processors_b"] = processors_of(one.runs.b);
  return json;
}

Json across_json(const AcrossDatasets& one) {
  return {{"experiment", one.experiment->name},
          {"parameters", one.parameters},
          {"number", guarded_quantity(*one.experiment)->ranking->name},
          {"method_a", one.method_a},
          {"method_b", one.method_b},
          {"datasets", one.datasets},
          {guarded_quantity(*one.experiment)->per_cent() ? "mean_difference" : "mean_ratio", one.mean},
          {"test", "wilcoxon_signed_rank_exact"},
          {"positive_ranks", one.test.positive},
          {"negative_ranks", one.test.negative},
          {"p", one.test.p_value},
          {"p_holm", one.adjusted_p},
          {"least_p", one.test.least_p},
          {"verdict", name_of(one.verdict)}};
}

Json ranks_json(const RankedMethods& ranked) {
  Json contenders = Json::array();
  for (std::size_t i = 0; i < ranked.contenders.size(); ++i)
    contenders.push_back({{"of", ranked.contenders[i].of_a ? "a" : "b"},
                          {"method", ranked.contenders[i].method},
                          {"average_rank", ranked.ranks.ranks[i]}});
  return {{"experiment", ranked.experiment->name},
          {"parameters", ranked.parameters},
          {"number", guarded_quantity(*ranked.experiment)->ranking->name},
          {"datasets", ranked.ranks.datasets},
          {"friedman", ranked.ranks.chi_squared},
          {"p", ranked.ranks.p_value},
          {"permutations", rank_permutations},
          {"contenders", std::move(contenders)},
          {"left_out", ranked.left_out}};
}

Json left_over_json(const LeftOver& left) {
  return {{"alone", left.alone},
          {"other_contents", left.other_contents},
          {"other_versions", left.other_versions},
          {"unfinished", left.unfinished},
          {"untrusted", left.untrusted}};
}

}  // namespace

std::string comparison_csv(const FolderComparison& comparison) {
  return csv_text(table_of_lines(comparison.numbers, comparison_columns()));
}

Json comparison_json(const FolderComparison& comparison) {
  Json json = {{"a", comparison.name_a},
               {"b", comparison.name_b},
               {"level", family_level},
               {"tested_together", comparison.family},
               {"ratios_together", comparison.ratios},
               {"differs", comparison.differs()},
               {"results", Json::array()},
               {"over_datasets", Json::array()},
               {"ranks", Json::array()},
               {"not_compared",
                {{"a", left_over_json(comparison.left_in_a)}, {"b", left_over_json(comparison.left_in_b)}}}};
  for (const ComparedNumber& one : comparison.numbers) json["results"].push_back(result_json(one));
  for (const AcrossDatasets& one : comparison.across) json["over_datasets"].push_back(across_json(one));
  for (const RankedMethods& one : comparison.ranked) json["ranks"].push_back(ranks_json(one));
  return json;
}

}  // namespace sketchbench
