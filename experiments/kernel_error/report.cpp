#include "experiments/kernel_error/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/results/result_report.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/kernel_error/errors.hpp"
#include "experiments/kernel_error/figure.hpp"
#include "experiments/kernel_error/tables.hpp"

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
        bound.largest_ratio, std::sqrt(bound.mean_square / worst->error->theory->mean_square)));
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

TableCell ratio_cell(const ErrorPoint& point) {
  if (!point.ratio) return one_line("");
  TableCell cell = number_cell(
      fmt::format("{:.2f} [{:.2f}, {:.2f}]", point.ratio->mean, point.ratio->low, point.ratio->high), point);
  const bool agrees = point.wide_ratio->holds(1);
  cell[0].right = {std::string(agrees ? reproduced_mark : differs_mark), agrees ? Tone::good : Tone::bad};
  return cell;
}

/// "by Lemma 6"; of several maps each has its own.
std::string bound_heading(const std::vector<const FeatureMapKind*>& kinds) {
  return kinds.size() == 1 ? "by " + kinds.front()->bound_name : "by stated bound";
}

/// The root mean squares are roots of means over pairs and maps; "mean_lemma6" and "rms_lemma6" are of the
/// bound that the map's authors state, whatever its name: records of the first were published under these
/// columns. "ratio" is the mean square measured / predicted with its 95 % interval.
Quantities<ErrorPoint> quantities(const KernelErrors& errors) {
  using Point = ErrorPoint;
  constexpr auto of = [](auto member) { return of_result<KernelError>(member); };
  const auto predicted = [&](auto source, double (*number)(const PredictedErrors&)) {
    return of([=](const KernelError& error) {
      const auto& errors_of = error.*source;
      return errors_of ? std::optional(number(*errors_of)) : std::nullopt;
    });
  };
  const auto root_mean_square = [](const PredictedErrors& of_pairs) {
    return std::sqrt(of_pairs.mean_square);
  };
  const auto ratio = [](std::optional<MeanInterval> Point::*interval, double MeanInterval::*end) {
    return [=](const Point& point) {
      return point.*interval ? std::optional((*(point.*interval)).*end) : std::nullopt;
    };
  };
  const auto bounded = bounded_kinds(errors);
  return {{{.key = "maps", .heading = {"Maps"}, .form = Form::count}, of(&KernelError::maps)},
          {{.key = "pairs", .form = Form::count}, of(&KernelError::pairs)},
          {{.key = "pairs_left_out", .form = Form::count}, of(&KernelError::pairs_left_out)},
          {{.key = "relative_error", .heading = {"Mean error"}, .spread = true}, &Point::relative_error},
          {{.key = "rms_relative_error", .heading = {"Root mean", "square"}, .spread = true},
           [](const Point& point) {
             return point.error ? Sample{.n = 1, .mean = point.rms, .std = point.rms_std} : Sample();
           }},
          {{.key = "mean_predicted", .heading = {"Mean predicted", "if normal"}},
           predicted(&KernelError::theory, Point::normal_mean_error)},
          {{.key = "rms_predicted", .heading = {"Root mean sq.", "predicted"}},
           predicted(&KernelError::theory, root_mean_square)},
          {{.key = "mean_lemma6"}, predicted(&KernelError::bound, Point::normal_mean_error)},
          {{.key = "rms_lemma6",
            .heading = bounded.empty() ? std::vector<std::string>()
                                       : std::vector<std::string>{"Root mean sq.", bound_heading(bounded)}},
           predicted(&KernelError::bound, root_mean_square)},
          {{.key = "ratio", .heading = {"Mean square,", "measured / predicted"}},
           ratio(&Point::ratio, &MeanInterval::mean),
           ratio_cell},
          {{.key = "ratio_low"}, ratio(&Point::ratio, &MeanInterval::low)},
          {{.key = "ratio_high"}, ratio(&Point::ratio, &MeanInterval::high)},
          {"agrees", [](const Point& point) {
             return !point.wide_ratio ? "" : point.wide_ratio->holds(1) ? "yes" : "no";
           }}};
}

}  // namespace

Report kernel_error_report(const Config& config, const ReportSources& sources) {
  const KernelErrors errors = kernel_errors(config, sources);
  ResultReport of = {
      .main = "relative_error",
      .methods = "Method",
      .quick_effect = "the maps are too few to test the prediction",
      .legend =
          {"Error of a pair: |⟨f(x),f(y)⟩ − κ(x,y)| / |κ(x,y)|. Mean error and root mean square are over "
           "all pairs, ± sample standard deviation over the maps. ✓ the mean square agrees with the "
           "prediction, ✗ it does not (see \"Agreement\")."},
      .tables = bound_tables(errors),
      .notes = {{"Agreement", agreement_lines(errors)},
                {"Mean error and variance", normality_lines(errors)}}};
  if (const Agreement agreement = errors.agreement(); agreement.tested > 0)
    of.findings.push_back(agreement_banner(agreement));
  for (const FeatureMapKind* kind : bounded_kinds(errors))
    of.notes.push_back({kind->bound_name, bound_lines(errors, *kind)});
  of.notes.push_back({"Pairs", pair_lines(errors)});
  Report report = result_report(result_table(errors.config, errors.points, quantities(errors)),
                                errors.left_out, std::move(of));
  report.figures = {mean_error_figure(errors), rms_error_figure(errors)};
  return report;
}

}  // namespace sketchbench
