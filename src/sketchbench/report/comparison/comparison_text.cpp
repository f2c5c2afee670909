#include <sketchbench/report/comparison/comparison_text.hpp>

#include <fmt/format.h>

#include <cmath>

#include <sketchbench/report/csv.hpp>
#include <sketchbench/report/provenance/provenance.hpp>

namespace sketchbench {
namespace {

constexpr int digits = 8;

std::vector<std::string> processors_of(const RunGroup& group) {
  Provenance origins;
  origins.add(group, group.method_label);
  std::vector<std::string> names;
  for (const std::string& name : origins.processors()) names.push_back(name_of_origin(name));
  return names;
}

std::optional<double> finite(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string field(std::optional<double> value) { return csv_significant(value, digits); }
Json value_or_null(std::optional<double> value) { return value ? Json(*value) : Json(); }

/// One column of the table and key of the JSON, which have the same numbers.
using NumberOf = std::optional<double> (*)(const ComparedNumber&);
struct NumberColumn {
  const char* name;
  NumberOf number;
};

template <double MeanInterval::*End>
std::optional<double> of_times(const ComparedNumber& one) {
  return one.times ? finite(one.times->times.*End) : std::nullopt;
}

std::optional<double> if_judged(const ComparedNumber& one, double value) {
  return one.told == Told::not_judged ? std::nullopt : finite(value);
}

const std::vector<NumberColumn>& number_columns() {
  static const std::vector<NumberColumn> columns = {
      {"D_a", [](const ComparedNumber& one) { return finite(static_cast<double>(one.runs.a.D)); }},
      {"D_b", [](const ComparedNumber& one) { return finite(static_cast<double>(one.runs.b.D)); }},
      {"runs_a", [](const ComparedNumber& one) { return finite(one.runs.a.runs()); }},
      {"runs_b", [](const ComparedNumber& one) { return finite(one.runs.b.runs()); }},
      {"mean_a", [](const ComparedNumber& one) { return mean_of(one.a); }},
      {"std_a", [](const ComparedNumber& one) { return one.a.std; }},
      {"mean_b", [](const ComparedNumber& one) { return mean_of(one.b); }},
      {"std_b", [](const ComparedNumber& one) { return one.b.std; }},
      {"difference",
       [](const ComparedNumber& one) { return one.number() ? finite(one.difference.mean) : std::nullopt; }},
      {"low",
       [](const ComparedNumber& one) { return one.number() ? finite(one.difference.low) : std::nullopt; }},
      {"high",
       [](const ComparedNumber& one) { return one.number() ? finite(one.difference.high) : std::nullopt; }},
      {"p", [](const ComparedNumber& one) { return if_judged(one, one.p_value); }},
      {"p_holm", [](const ComparedNumber& one) { return if_judged(one, one.adjusted_p); }}};
  return columns;
}

const std::vector<NumberColumn>& time_columns() {
  static const std::vector<NumberColumn> columns = {{"times", of_times<&MeanInterval::mean>},
                                                    {"times_low", of_times<&MeanInterval::low>},
                                                    {"times_high", of_times<&MeanInterval::high>}};
  return columns;
}

std::string number_name(const ComparedNumber& one) { return one.number() ? one.number()->ranking->name : ""; }

Json result_json(const ComparedNumber& one) {
  Json json = {{"experiment", one.runs.experiment->name},
               {"parameters", one.runs.parameters},
               {"number", one.number() ? Json(one.number()->ranking->name) : Json()},
               {"dataset", one.runs.a.dataset_label},
               {"kernel", one.runs.a.kernel.to_json()},
               {"method_a", one.runs.a.method_label},
               {"method_b", one.runs.b.method_label},
               {"verdict", name_of(one.told)},
               {"processors_a", processors_of(one.runs.a)},
               {"processors_b", processors_of(one.runs.b)}};
  for (const auto* columns : {&number_columns(), &time_columns()})
    for (const NumberColumn& column : *columns) json[column.name] = value_or_null(column.number(one));
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
          {"verdict", name_of(one.told)}};
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
  using Columns = Quantities<ComparedNumber>;
  Columns columns = {{"experiment", [](const ComparedNumber& one) { return one.runs.experiment->name; }},
                     {"number", number_name},
                     {"dataset", [](const ComparedNumber& one) { return one.runs.a.dataset_label; }},
                     {"kernel", [](const ComparedNumber& one) { return one.runs.a.kernel.display(); }},
                     {"method_a", [](const ComparedNumber& one) { return one.runs.a.method_label; }},
                     {"method_b", [](const ComparedNumber& one) { return one.runs.b.method_label; }}};
  const auto append = [&columns](const std::vector<NumberColumn>& more) {
    for (const NumberColumn& column : more)
      columns.push_back(
          {column.name, [number = column.number](const ComparedNumber& one) { return field(number(one)); }});
  };
  append(number_columns());
  columns.push_back({"verdict", [](const ComparedNumber& one) { return std::string(name_of(one.told)); }});
  append(time_columns());
  columns.push_back({"processors_a", [](const ComparedNumber& one) {
                       return fmt::format("{}", fmt::join(processors_of(one.runs.a), "; "));
                     }});
  columns.push_back({"processors_b", [](const ComparedNumber& one) {
                       return fmt::format("{}", fmt::join(processors_of(one.runs.b), "; "));
                     }});
  return csv_text(csv_table(columns, comparison.numbers));
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
