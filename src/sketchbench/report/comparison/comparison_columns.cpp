#include <sketchbench/report/comparison/comparison_columns.hpp>

#include <fmt/format.h>

#include <cmath>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

using One = ComparedNumber;

std::optional<double> finite(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// With a sign; points of a percentage, or three digits of an error.
std::string signed_text(double value, const GroupQuantity& number) {
  if (number.per_cent()) return points_text(value);
  if (value == 0) return "0";
  return fmt::format("{}{:.3g}", value < 0 ? "−" : "+", std::abs(value));
}

std::string value_text(const Sample& sample, const GroupQuantity& number) {
  return number.per_cent() ? percent_text(sample) : significant_text(sample);
}

std::string interval_text(const MeanInterval& interval, const GroupQuantity& number) {
  if (std::isinf(interval.low)) return "–";
  return fmt::format("{} to {}", signed_text(interval.low, number), signed_text(interval.high, number));
}

std::string ratio_text(const ComparedNumber& one) {
  if (!one.times) return one.of_one_processor ? "" : "other processor";
  const MeanInterval& times = one.times->times;
  const std::string marks = time_marks(one.runs.a), marks_of_b = time_marks(one.runs.b);
  return fmt::format("{:.3g}× ({:.3g} to {:.3g}){}{}", times.mean, times.low, times.high, marks,
                     marks == marks_of_b ? "" : marks_of_b);
}

std::string features_text(const ComparedRuns& runs) {
  const auto of = [](Index D) { return D > 0 ? with_commas(D) : std::string("–"); };
  return runs.a.D == runs.b.D ? of(runs.a.D) : of(runs.a.D) + " | " + of(runs.b.D);
}

std::string runs_count(const ComparedRuns& runs) {
  return runs.a.runs() == runs.b.runs() ? fmt::format("{}", runs.a.runs())
                                        : fmt::format("{} | {}", runs.a.runs(), runs.b.runs());
}

/// For people nothing where the experiment has no such number.
template <class Of>
std::function<TableCell(const One& one)> of_number(Of text) {
  return [text](const One& one) {
    return one.number() != nullptr ? one_line(text(one, *one.number())) : one_line("");
  };
}

template <class Of>
std::function<TableCell(const One& one)> of_runs(Of text) {
  return [text](const One& one) { return one_line(text(one.runs)); };
}

auto of_difference(double MeanInterval::*end) {
  return
      [end](const One& one) { return one.number() != nullptr ? finite(one.difference.*end) : std::nullopt; };
}

auto if_judged(double One::*p) {
  return [p](const One& one) {
    return one.verdict != ComparisonVerdict::not_judged ? finite(one.*p) : std::nullopt;
  };
}

auto of_times(double MeanInterval::*end) {
  return [end](const One& one) { return one.times ? finite(one.times->times.*end) : std::nullopt; };
}

auto processors(RunGroup ComparedRuns::*side) {
  return [side](const One& one) { return fmt::format("{}", fmt::join(processors_of(one.runs.*side), "; ")); };
}

TableCell verdict_cell(const One& one) {
  const Text verdict = verdict_text(one.verdict);
  return one.number() != nullptr ? one_line(verdict.text, verdict.tone) : one_line("");
}

}  // namespace

Text verdict_text(ComparisonVerdict verdict) {
  switch (verdict) {
    case ComparisonVerdict::not_judged:
      return {"not judged", Tone::faint};
    case ComparisonVerdict::same:
      return {"the same", Tone::plain};
    case ComparisonVerdict::nothing:
      return {"no significant difference", Tone::plain};
    case ComparisonVerdict::a_better:
      return {"A better", Tone::bad};
    case ComparisonVerdict::b_better:
      return {"B better", Tone::good};
  }
  return {};
}

std::string p_text(double p) { return p < 0.001 ? "< 0.001" : fmt::format("{:.3f}", p); }

std::string methods_text(const std::string& a, const std::string& b) {
  return a == b ? method_short(a) : method_short(a) + " | " + method_short(b);
}

std::vector<std::string> processors_of(const RunGroup& group) {
  Provenance origins;
  origins.add(group, group.method_label);
  std::vector<std::string> names;
  for (const std::string& name : origins.processors()) names.push_back(name_of_origin(name));
  return names;
}

const Quantities<ComparedNumber>& comparison_columns() {
  const auto number = [](const char* key, std::vector<std::string> heading = {}) {
    return QuantityInfo{.key = key, .heading = std::move(heading), .digits = {.count = 8}};
  };
  const auto words = [](const char* key, std::vector<std::string> heading = {}) {
    return QuantityInfo{.key = key, .heading = std::move(heading), .left = true};
  };
  const auto methods = [](const ComparedRuns& runs) {
    return methods_text(runs.a.method_label, runs.b.method_label);
  };
  static const Quantities<One> all = {
      {words("experiment"), [](const One& one) { return one.runs.experiment->name; }},
      {words("number"),
       [](const One& one) { return one.number() != nullptr ? one.number()->ranking->name : ""; }},
      {words("dataset", {"Data set"}), [](const One& one) { return one.runs.a.dataset_label; },
       of_runs([](const ComparedRuns& runs) { return runs.a.dataset_title(); })},
      {words("kernel", {"Kernel"}), [](const One& one) { return one.runs.a.kernel.display(); }},
      {words("method_a", {"Method"}), [](const One& one) { return one.runs.a.method_label; },
       of_runs(methods)},
      {words("method_b"), [](const One& one) { return one.runs.b.method_label; }},
      {number("D_a", {"D"}), [](const One& one) { return one.runs.a.D; }, of_runs(features_text)},
      {number("D_b"), [](const One& one) { return one.runs.b.D; }},
      {number("runs_a", {"Runs"}), [](const One& one) { return one.runs.a.runs(); }, of_runs(runs_count)},
      {number("runs_b"), [](const One& one) { return one.runs.b.runs(); }},
      {number("mean_a", {"A"}), &One::a,
       of_number([](const One& one, const GroupQuantity& of) { return value_text(one.a, of); })},
      {number("std_a"), [](const One& one) { return one.a.std; }},
      {number("mean_b", {"B"}), &One::b,
       of_number([](const One& one, const GroupQuantity& of) { return value_text(one.b, of); })},
      {number("std_b"), [](const One& one) { return one.b.std; }},
      {number("difference", {"B − A"}), of_difference(&MeanInterval::mean),
       of_number(
           [](const One& one, const GroupQuantity& of) { return signed_text(one.difference.mean, of); })},
      {number("low", {"95 % interval"}), of_difference(&MeanInterval::low),
       of_number([](const One& one, const GroupQuantity& of) { return interval_text(one.difference, of); })},
      {number("high"), of_difference(&MeanInterval::high)},
      {number("p"), if_judged(&One::p_value)},
      {number("p_holm", {"p, Holm"}), if_judged(&One::adjusted_p),
       of_number([](const One& one, const GroupQuantity&) {
         return one.verdict == ComparisonVerdict::not_judged ? "–" : p_text(one.adjusted_p);
       })},
      {words("verdict", {"Verdict"}), [](const One& one) { return name_of(one.verdict); }, verdict_cell},
      {number("times", {"CPU time, B / A"}), of_times(&MeanInterval::mean),
       [](const One& one) { return one_line(ratio_text(one)); }},
      {number("times_low"), of_times(&MeanInterval::low)},
      {number("times_high"), of_times(&MeanInterval::high)},
      {words("processors_a"), processors(&ComparedRuns::a)},
      {words("processors_b"), processors(&ComparedRuns::b)}};
  return all;
}

}  // namespace sketchbench
