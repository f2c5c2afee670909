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
#include "report/group_words.hpp"
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
      "ratio of measured to predicted mean square: Student's, corrected for skewness (Hall 1992), over the "
      "maps, so wide that the intervals of all points hold at once with 95 % (Bonferroni). The table shows "
      "each point's own 95 % interval, which is narrower.",
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
    lines.push_back(fmt::format("{}: {:.2f} to {:.2f} over the points.", method_title(first), least, most));
  }
  if (!lines.empty())
    lines.insert(
        lines.begin(),
        "The mean error as a share of the mean of √Var / |κ|. By Jensen's inequality it is at most 1 on "
        "average; estimates of a normal law have √(2/π) = 0.80, and a smaller share indicates heavy tails: "
        "most maps err less than their variance says, and a few much more.");
  return lines;
}

/// What must be known of a map's bound, and how far it is exceeded; nothing where it holds.
Lines bound_lines(const KernelErrors& errors, const FeatureMapKind& kind) {
  Lines lines;
  for (const ErrorPanel& panel : errors.panels) {
    const ErrorPoint* worst = nullptr;
    for (const ErrorPoint* point : panel.points)
      if (has_bound_of(kind, *point) && point->error->bound->pairs_beyond > 0 &&
          (worst == nullptr || point->error->bound->largest_ratio > worst->error->bound->largest_ratio))
        worst = point;
    if (worst == nullptr) continue;
    const KernelError::StatedBound& bound = *worst->error->bound;
    lines.push_back(fmt::format(
        "{}, {}: on {:.1f} % of the pairs the exact variance exceeds the bound, by {:.2f} times at most. The "
        "root mean square error that the bound states is {:.3f} of the exact one.",
        worst->dataset_title(), worst->kernel.display(),
        100.0 * static_cast<double>(bound.pairs_beyond) / static_cast<double>(worst->error->pairs),
        bound.largest_ratio, std::sqrt(bound.errors.mean_square / worst->error->theory->mean_square)));
  }
  if (!lines.empty() && !kind.bound_remark.empty()) lines.insert(lines.begin(), kind.bound_remark);
  return lines;
}

/// The pairs of each data set, and the kernels that they are the same for.
Lines pair_lines(const KernelErrors& errors) {
  struct Said {
    std::string dataset, pairs;
    std::vector<std::string> kernels;
  };
  std::vector<Said> all;
  for (const ErrorPoint& point : errors.points) {
    if (!point.error) continue;
    const std::string dataset = point.dataset_title(), kernel = point.kernel.display(),
                      pairs = fmt::format(
                          "all pairs of {} distinct training rows; {} used, {} with κ = 0 left out",
                          with_commas(point.error->rows), with_commas(point.error->pairs),
                          with_commas(point.error->pairs_left_out));
    auto known = std::ranges::find_if(
        all, [&](const Said& said) { return said.dataset == dataset && said.pairs == pairs; });
    if (known == all.end()) known = all.insert(all.end(), {dataset, pairs, {}});
    if (std::ranges::find(known->kernels, kernel) == known->kernels.end()) known->kernels.push_back(kernel);
  }
  Lines lines;
  for (const Said& said : all)
    lines.push_back(fmt::format("{}, {}: {}.", said.dataset, fmt::join(said.kernels, ", "), said.pairs));
  if (!lines.empty())
    lines.push_back(
        "A pair is left out when κ is zero up to the rounding of ⟨x,y⟩ (10⁻¹² of what the kernel's terms sum "
        "to), and not for a κ that is merely small: pairs with a small κ have large relative errors and "
        "weigh most in these means.");
  return lines;
}

ReportParts parts_of(const KernelErrors& errors, const Lines& missing) {
  ReportParts parts;
  parts.quick_limits = "fewer rows and maps";
  parts.quick_effect = "the maps are too few to test the prediction";
  if (const Agreement agreement = errors.agreement(); agreement.tested > 0)
    parts.findings.push_back(agreement_banner(agreement));
  parts.legend = {
      "Error of a pair: |⟨f(x),f(y)⟩ − κ(x,y)| / |κ(x,y)|. Mean error and root mean square are over all "
      "pairs, ± sample standard deviation over the maps. ✓ the mean square agrees with the prediction, ✗ it "
      "does not (see \"Agreement\")."};
  parts.tables = {error_table(errors)};
  for (Table& table : bound_tables(errors)) parts.tables.push_back(std::move(table));
  parts.notes = {{"Agreement", agreement_lines(errors)},
                 {"Mean error and variance", normality_lines(errors)}};
  for (const FeatureMapKind* kind : bounded_kinds(errors))
    parts.notes.push_back({kind->bound_name, bound_lines(errors, *kind)});
  parts.notes.push_back({"Pairs", pair_lines(errors)});
  parts.notes.push_back({"Missing", missing});
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
enum class Source { variance, bound };

CsvColumn<ErrorPoint> predicted_column(const char* name, Source source,
                                       double (*number)(const PredictedErrors&)) {
  return measured_column(name, [=](const ErrorPoint&, const KernelError& error) {
    const PredictedErrors* errors = nullptr;
    if (source == Source::variance && error.theory) errors = &*error.theory;
    if (source == Source::bound && error.bound) errors = &error.bound->errors;
    return errors != nullptr ? digits(number(*errors)) : "";
  });
}

double root_mean_square(const PredictedErrors& errors) { return std::sqrt(errors.mean_square); }

/// `relative_error` is the paper's measure; the root mean squares are roots of means over pairs and maps;
/// `mean_lemma6` and `rms_lemma6` are of the bound that the map's authors state, whatever its name: records
/// of the first were published under these columns. `ratio` is the mean square measured / predicted with its
/// 95 % interval.
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
       predicted_column("mean_lemma6", Source::bound, ErrorPoint::normal_mean_error),
       predicted_column("rms_lemma6", Source::bound, root_mean_square),
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
