#include "experiments/kernel_error/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>

#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/result_report.hpp>
#include <sketchbench/report/results/result_figure.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/kernel_error/errors.hpp"

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
      "ratio of measured to predicted mean square over the maps: Student's, and above at least that of a "
      "log-normal mean (Zou, Taleban & Huo 2009), so wide that the intervals of all points hold at once with "
      "95 % (Bonferroni). The table shows "
      "each point's own 95 % interval, which is narrower.",
      fmt::format("{} of {} agree; {} ({:.0f} %) have 1 in their own 95 % interval.", agreement.agreeing,
                  plural(agreement.tested, "point"), agreement.inside,
                  100.0 * agreement.inside / agreement.tested)};
  for (const ErrorPoint& point : errors.points)
    if (point.wide_ratio && !point.wide_ratio->holds(1))
      lines.push_back(fmt::format("{} {}, {}, {}, D = {}: {:.2f}, joint interval [{:.2f}, {:.2f}].",
                                  differs_mark, point.dataset_title(), point.kernel.display(),
                                  method_short(point), with_commas(point.D), point.wide_ratio->mean,
                                  point.wide_ratio->low, point.wide_ratio->high));
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
          kernel_error_ranking().front(),
          {{.key = "rms_relative_error",
            .heading = {"Root mean", "square"},
            .axis = "root mean square relative error",
            .spread = true},
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

/// The numbers of a text that are not the same for all points: "499,493 to 499,500".
std::string range_text(const std::set<Index>& values) {
  if (values.empty()) return "";
  const std::string low = with_commas(*values.begin());
  return values.size() == 1 ? low : fmt::format("{} to {}", low, with_commas(*values.rbegin()));
}

std::string sample_text(const KernelErrors& errors) {
  std::set<Index> pairs, maps, left_out;
  for (const ErrorPoint& point : errors.points) {
    if (!point.error) continue;
    pairs.insert(point.error->pairs);
    left_out.insert(point.error->pairs_left_out);
    maps.insert(point.error->maps);
  }
  std::string text = fmt::format(
      "over {} pairs of training rows (pairs with κ = 0 left out: {}); means and standard deviations over {} "
      "independent maps for each point",
      range_text(pairs), range_text(left_out), range_text(maps));
  return text;
}

/// " "By Lemma 6": ..." for every bound that is drawn.
std::string bounds_text(const KernelErrors& errors) {
  std::string text;
  for (const FeatureMapKind* kind : bounded_kinds(errors))
    text += fmt::format(" \"By {}\": the same of the variance that it states as a bound for {}.",
                        kind->bound_name, kind->title);
  return text;
}

/// "Adult. ", or nothing where the panels say it.
std::string dataset_text(const KernelErrors& errors) {
  const ErrorPoint& first = errors.points.front();
  const bool one = std::ranges::all_of(
      errors.points, [&](const ErrorPoint& point) { return point.dataset_label == first.dataset_label; });
  return one ? first.dataset_title() + ": " : "";
}

/// One of the errors against D, and what the variance and a stated bound say of it. Panels of one data set
/// are beside each other.
Figure figure_against_D(const KernelErrors& errors, const ResultTable& table, FigureOf of,
                        const char* predicted, const char* bound) {
  ResultTable sorted = table;
  std::set<std::string> datasets;
  std::set<double> first_parameters;  // a column of panels for each: degrees
  std::map<const RunGroup*, std::size_t> places;
  for (std::size_t i = 0; i < errors.panels.size(); ++i) {
    datasets.insert(errors.panels[i].any().dataset_label);
    const Kernel& kernel = errors.panels[i].any().kernel;
    first_parameters.insert(kernel.number(kernel.parameters().front().name).value_or(0));
    for (const ErrorPoint* point : errors.panels[i].points) places[point] = i;
  }
  std::ranges::stable_sort(sorted.rows, {}, [&](const ResultRow& row) { return places.at(row.group); });
  if (datasets.size() == 1) of.panel = [](const RunGroup& group) { return group.kernel.display(); };
  of.x_label = "random features D";
  of.logarithmic_D = true;  // errors fall as a power of D, -1/2, a straight line on logarithmic axes
  of.columns = std::max(1, static_cast<int>(first_parameters.size()));
  of.beside = {
      {.key = predicted, .label = [](const RunGroup& group) { return method_title(group) + ", predicted"; }},
      {.key = bound, .label = [](const RunGroup& group) {
         return fmt::format("{}, by {}", method_title(group),
                            kind_of_map(group.method, group.external).bound_name);
       }}};
  return result_figure(sorted, of);
}

Figure mean_error_figure(const KernelErrors& errors, const ResultTable& table) {
  return figure_against_D(
      errors, table,
      {.y = "relative_error",
       .title = "Relative error of the kernel estimate",
       .caption = fmt::format("{}|⟨f(x),f(y)⟩ − κ(x,y)| / |κ(x,y)|, mean {}. Dashed: the error that the "
                              "exact variance stands for, "
                              "√(2/π) of the mean of √Var / |κ|. That is right where estimates are normal; "
                              "where they have heavy "
                              "tails, the mean error lies below.{}",
                              dataset_text(errors), sample_text(errors), bounds_text(errors))},
      "mean_predicted", "mean_lemma6");
}

Figure rms_error_figure(const KernelErrors& errors, const ResultTable& table) {
  std::string caption = fmt::format(
      "{}The root of the mean of (⟨f(x),f(y)⟩ − κ(x,y))² / κ(x,y)² {}. Dashed: the root of the mean of "
      "Var / κ², which is the expectation of the mean square without any assumption.",
      dataset_text(errors), sample_text(errors));
  if (const Agreement agreement = errors.agreement(); agreement.tested > 0)
    caption += fmt::format(" {} of {} points agree with it (joint confidence {:g} %).", agreement.agreeing,
                           agreement.tested, 100 * joint_confidence);
  return figure_against_D(errors, table,
                          {.y = "rms_relative_error",
                           .name = "_rms",
                           .title = "Root mean square of the relative error, measured and predicted",
                           .caption = std::move(caption)},
                          "rms_predicted", "rms_lemma6");
}

}  // namespace

const Quantities<RunGroup>& kernel_error_ranking() {
  static const Quantities<RunGroup> all = {
      {{.key = "relative_error",
        .heading = {"Mean error"},
        .axis = "mean relative error",
        .spread = true,
        .ranking = Ranking{.name = "relative_error",
                           .title = "Mean relative error of the kernel estimates",
                           .better = Better::smaller}},
       over_runs<KernelError>(&KernelError::relative_error)}};
  return all;
}

Report kernel_error_report(const Config& config, const ReportSources& sources) {
  const auto results = std::make_shared<const KernelErrors>(kernel_errors(config, sources));
  const KernelErrors& errors = *results;
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
  const ResultTable table = owned_result_table(results, errors.points, quantities(errors));
  Report report = result_report(table, errors.left_out, std::move(of));
  report.figures = {mean_error_figure(errors, table), rms_error_figure(errors, table)};
  return report;
}

}  // namespace sketchbench
