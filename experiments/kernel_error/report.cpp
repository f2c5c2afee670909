#include "experiments/kernel_error/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/text.hpp"
#include "experiments/kernel_error/errors.hpp"
#include "experiments/kernel_error/figure.hpp"
#include "experiments/kernel_error/tables.hpp"
#include "report/csv.hpp"
#include "report/report_frame.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

using Lines = std::vector<std::string>;

Text agreement_banner(const Agreement& agreement) {
  const bool all = agreement.agreeing == agreement.tested;
  return {fmt::format("{} of {} agree with the exact variance's prediction.", agreement.agreeing,
                      plural(agreement.tested, "point")),
          all ? Tone::good : Tone::warning};
}

Lines agreement_lines(const KernelErrors& errors) {
  const Agreement agreement = errors.agreement();
  if (agreement.tested == 0) return {};
  Lines lines = {
      "The expectation over maps of the mean square relative error is the mean over the pairs of Var / κ², "
      "without any assumption on the estimates' law. A point agrees (✓) when 1 is in the interval for the "
      "ratio "
      "of measured to predicted mean square: Student's, corrected for skewness (Hall 1992), over the maps, "
      "so "
      "wide that the intervals of all points hold at once with 95 % (Bonferroni). The table shows each "
      "point's "
      "own 95 % interval, which is narrower.",
      fmt::format("{} of {} agree; {} ({:.0f} %) have 1 in their own 95 % interval.", agreement.agreeing,
                  plural(agreement.tested, "point"), agreement.inside,
                  100.0 * agreement.inside / agreement.tested)};
  for (const ErrorPoint& point : errors.points)
    if (point.wide_ratio && !point.wide_ratio->holds(1))
      lines.push_back(fmt::format("{} {}, {}, {}, D = {}: {:.2f}, joint interval [{:.2f}, {:.2f}].",
                                  differs_mark, point.dataset_title(), point.kernel.display(),
                                  method_short(point.method_label), with_commas(point.D),
                                  point.wide_ratio->mean, point.wide_ratio->low, point.wide_ratio->high));
  return lines;
}

/// The range over all points of a method of measured mean error / mean deviation, which Jensen's inequality
/// keeps below 1 in expectation.
Lines normality_lines(const KernelErrors& errors) {
  Lines lines;
  std::set<std::string> said;
  for (const ErrorPoint& first : errors.points) {
    if (!said.insert(first.method_label).second) continue;
    std::vector<double> shares;
    for (const ErrorPoint& point : errors.points)
      if (point.method_label == first.method_label && point.error && point.error->theory &&
          point.error->theory->mean_deviation > 0)
        shares.push_back(point.relative_error.mean / point.error->theory->mean_deviation);
    if (shares.empty()) continue;
    const auto [least, most] = std::ranges::minmax(shares);
    lines.push_back(
        fmt::format("{}: {:.2f} to {:.2f} over the points.", method_title(first.method_label), least, most));
  }
  if (!lines.empty())
    lines.insert(
        lines.begin(),
        "The mean error as a share of the mean of √Var / κ. By Jensen's inequality it is at most 1 on "
        "average; estimates of a normal law have √(2/π) = 0.80, and a smaller share indicates heavy tails: "
        "most maps err less than their variance says, and a few much more.");
  return lines;
}

Lines lemma6_lines(const KernelErrors& errors) {
  Lines lines;
  for (const ErrorPanel& panel : errors.panels) {
    const ErrorPoint* worst = nullptr;
    for (const ErrorPoint* point : panel.points)
      if (point->error && point->error->bound && point->error->bound->pairs_beyond > 0 &&
          (worst == nullptr || point->error->bound->largest_ratio > worst->error->bound->largest_ratio))
        worst = point;
    if (worst == nullptr) continue;
    const KernelError::StatedBound& bound = *worst->error->bound;
    lines.push_back(fmt::format(
        "{}, {}: on {:.1f} % of the pairs the exact variance exceeds the bound, by {:.2f} times at most. The "
        "root "
        "mean square error that the bound states is {:.3f} of the exact one.",
        worst->dataset_title(), worst->kernel.display(),
        100.0 * static_cast<double>(bound.pairs_beyond) / static_cast<double>(worst->error->pairs),
        bound.largest_ratio, std::sqrt(bound.errors.mean_square / worst->error->theory->mean_square)));
  }
  if (!lines.empty())
    lines.insert(lines.begin(),
                 "Lemma 6, Var ≤ (κ² + |x|²ᵖ |y|²ᵖ) / D, does not hold for p ≥ 2: its proof takes the sign S "
                 "= s₁ ⋯ sₚ to be "
                 "4-wise independent over the tensor product's coordinates, and a product of signs is not "
                 "(S(1,1) S(1,2) "
                 "S(2,1) S(2,2) = 1 always). The exact variance of the map with fully random tables goes "
                 "beyond the bound "
                 "where ⟨x,y⟩ is large, towards (2ᵖ⁺¹ − 2) / 2 times the bound for parallel x and y: 3, 7 "
                 "and 15 for p = 2, "
                 "3 and 4. Small-angle pairs have small relative errors, so the average over all pairs "
                 "hardly shows it "
                 "where pairs with a small κ dominate.");
  return lines;
}

/// Which pairs have a kernel of 0 depends on the constant alone.
std::string constant_of(const Kernel& kernel) {
  const auto coef0 = kernel.number("coef0");
  if (!coef0) return kernel.display();
  return *coef0 == 0 ? "c = 0" : "c > 0";
}

Lines pair_lines(const KernelErrors& errors) {
  Lines lines;
  std::set<std::string> said;
  for (const ErrorPoint& point : errors.points) {
    if (!point.error) continue;
    const std::string line =
        fmt::format("{}, {}: all pairs of {} distinct training rows; {} used, {} with κ = 0 left out.",
                    point.dataset_title(), constant_of(point.kernel), with_commas(point.error->rows),
                    with_commas(point.error->pairs), with_commas(point.error->pairs_left_out));
    if (said.insert(line).second) lines.push_back(line);
  }
  if (!lines.empty())
    lines.push_back(
        "A pair is left out when c + ⟨x,y⟩ is zero up to rounding (10⁻¹² of c + |x| |y|), and not for a κ "
        "that is "
        "merely small: pairs with a small κ have large relative errors and weigh most in these means.");
  return lines;
}

ReportParts parts_of(const KernelErrors& errors, const Lines& missing) {
  ReportParts parts;
  parts.quick_limits = "fewer rows and maps";
  parts.quick_effect = "the maps are too few to test the prediction";
  if (const Agreement agreement = errors.agreement(); agreement.tested > 0)
    parts.findings.push_back(agreement_banner(agreement));
  parts.legend = {
      "Error of a pair: |⟨f(x),f(y)⟩ − κ(x,y)| / κ(x,y). Mean error and root mean square are over all pairs, "
      "± "
      "sample standard deviation over the maps. ✓ the mean square agrees with the prediction, ✗ it does not "
      "(see \"Agreement\")."};
  parts.tables = {error_table(errors)};
  if (auto table = lemma6_table(errors)) parts.tables.push_back(std::move(*table));
  parts.notes = {{"Agreement", agreement_lines(errors)},
                 {"Mean error and variance", normality_lines(errors)},
                 {"Lemma 6", lemma6_lines(errors)},
                 {"Pairs", pair_lines(errors)},
                 {"Missing", missing}};
  return parts;
}

/// Six significant digits: the numbers of one table are orders of magnitude apart.
std::string digits(std::optional<double> value) { return csv_significant(value, 6); }

/// A column of what only a point with a record has.
template <class Field>
CsvColumn<ErrorPoint> measured_column(const char* name, Field field) {
  return {name, [field](const ErrorPoint& point) {
            return point.error ? field(point, *point.error) : std::string();
          }};
}

/// What the exact variance says of the errors, or the bound that is stated for it.
enum class Source { variance, lemma6 };

CsvColumn<ErrorPoint> predicted_column(const char* name, Source source,
                                       double (*number)(const PredictedErrors&)) {
  return measured_column(name, [=](const ErrorPoint&, const KernelError& error) {
    const PredictedErrors* errors = nullptr;
    if (source == Source::variance && error.theory) errors = &*error.theory;
    if (source == Source::lemma6 && error.bound) errors = &error.bound->errors;
    return errors != nullptr ? digits(number(*errors)) : "";
  });
}

double root_mean_square(const PredictedErrors& errors) { return std::sqrt(errors.mean_square); }

/// `relative_error` is the paper's measure; the root mean squares are roots of means over pairs and maps,
/// `rms_lemma6` that of the bound which the map's authors state; `ratio` is the mean square measured /
/// predicted with its 95 % interval.
CsvColumns<ErrorPoint> columns() {
  const auto count = [](const char* name, auto KernelError::*number) {
    return measured_column(name, [number](const ErrorPoint&, const KernelError& error) {
      return std::to_string(error.*number);
    });
  };
  const auto of_point = [](const char* name, auto field) {
    return measured_column(
        name, [field](const ErrorPoint& point, const KernelError&) { return digits(field(point)); });
  };
  const auto of_ratio = [](const char* name, double MeanInterval::*end) {
    return CsvColumn<ErrorPoint>{
        name, [end](const ErrorPoint& point) { return point.ratio ? digits((*point.ratio).*end) : ""; }};
  };
  return group_columns<ErrorPoint>(
      {{"D", [](const ErrorPoint& point) { return std::to_string(point.D); }},
       count("maps", &KernelError::maps),
       count("pairs", &KernelError::pairs),
       count("pairs_left_out", &KernelError::pairs_left_out),
       of_point("relative_error", [](const ErrorPoint& point) { return point.relative_error.mean; }),
       of_point("relative_error_std", [](const ErrorPoint& point) { return point.relative_error.std; }),
       of_point("rms_relative_error", [](const ErrorPoint& point) { return point.rms; }),
       of_point("rms_relative_error_std", [](const ErrorPoint& point) { return point.rms_std; }),
       predicted_column("mean_predicted", Source::variance, ErrorPoint::normal_mean_error),
       predicted_column("rms_predicted", Source::variance, root_mean_square),
       predicted_column("mean_lemma6", Source::lemma6, ErrorPoint::normal_mean_error),
       predicted_column("rms_lemma6", Source::lemma6, root_mean_square),
       of_ratio("ratio", &MeanInterval::mean),
       of_ratio("ratio_low", &MeanInterval::low),
       of_ratio("ratio_high", &MeanInterval::high),
       {"agrees", [](const ErrorPoint& point) {
          return !point.wide_ratio ? "" : point.wide_ratio->holds(1) ? "yes" : "no";
        }}});
}

}  // namespace

Report kernel_error_report(const Config& config, const ReportSources& sources) {
  const KernelErrors errors = kernel_errors(config, sources);
  const std::vector<Figure> figures = {mean_error_figure(errors), rms_error_figure(errors)};
  Report report = framed_report({errors.config, pointers_to(errors.points), errors.left_out},
                                parts_of(errors, figures.front().missing));
  report.csv = csv_table(columns(), errors.points);
  report.figures = figures;
  return report;
}

}  // namespace sketchbench
