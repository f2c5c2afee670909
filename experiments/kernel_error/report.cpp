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
#include "report/group_notes.hpp"
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

Document document_of(const KernelErrors& errors, const Lines& missing) {
  const RunGroupPointers groups = pointers_to(errors.points);
  Document document;
  document.name = errors.config.name;
  document.title = errors.config.title;
  if (errors.config.quick)
    document.banners.push_back(
        {"QUICK RUN: fewer rows and maps. It shows that everything works; the maps are too few to test the "
         "prediction.",
         Tone::warning});
  if (const Agreement agreement = errors.agreement(); agreement.tested > 0)
    document.banners.push_back(agreement_banner(agreement));
  const auto complete = std::ranges::count(errors.points, Status::done, &ErrorPoint::status);
  if (complete < std::ssize(errors.points))
    document.banners.push_back({fmt::format("{} of {} are complete; incomplete ones are marked.", complete,
                                            plural(std::ssize(errors.points), "result")),
                                Tone::warning});
  document.legend = {
      "Error of a pair: |⟨f(x),f(y)⟩ − κ(x,y)| / κ(x,y). Mean error and root mean square are over all pairs, "
      "± "
      "sample standard deviation over the maps. ✓ the mean square agrees with the prediction, ✗ it does not "
      "(see \"Agreement\")."};
  document.tables = {error_table(errors)};
  if (auto table = lemma6_table(errors)) document.tables.push_back(std::move(*table));
  if (errors.config.quick)
    for (Table& table : document.tables)
      table.remarks.insert(table.remarks.begin(), "QUICK: fewer rows and maps.");

  const auto add = [&](std::string heading, Lines lines) {
    if (!lines.empty()) document.notes.push_back({std::move(heading), std::move(lines)});
  };
  add("Agreement", agreement_lines(errors));
  add("Mean error and variance", normality_lines(errors));
  add("Lemma 6", lemma6_lines(errors));
  add("Pairs", pair_lines(errors));
  add("Missing", missing);
  add("Data", data_lines(groups));
  add("Feature maps", map_lines(groups));
  add("Machine and versions", machine_lines(groups));
  add("Records left out", errors.left_out);
  return document;
}

/// Six significant digits: the numbers of one table are orders of magnitude apart.
std::string digits(std::optional<double> value) { return value ? fmt::format("{:.6g}", *value) : ""; }

std::string csv_row(const ErrorPoint& point) {
  std::vector<std::string> fields = {point.dataset_label, point.kernel.column("degree"),
                                     point.kernel.column("coef0"), point.method_label,
                                     std::to_string(point.D)};
  if (point.error) {
    const KernelError& error = *point.error;
    const auto predicted = [&](const std::optional<PredictedErrors>& errors) {
      fields.push_back(errors ? digits(ErrorPoint::normal_mean_error(*errors)) : "");
      fields.push_back(errors ? digits(std::sqrt(errors->mean_square)) : "");
    };
    fields.insert(fields.end(), {std::to_string(error.maps), std::to_string(error.pairs),
                                 std::to_string(error.pairs_left_out), digits(point.relative_error.mean),
                                 digits(point.relative_error.std), digits(point.rms), digits(point.rms_std)});
    predicted(error.theory);
    predicted(error.bound ? std::optional(error.bound->errors) : std::nullopt);
    if (point.ratio)
      fields.insert(fields.end(), {digits(point.ratio->mean), digits(point.ratio->low),
                                   digits(point.ratio->high), point.wide_ratio->holds(1) ? "yes" : "no"});
  }
  const auto columns = std::ranges::count(std::string_view(kernel_error_csv_header), ',') + 1;
  fields.resize(static_cast<std::size_t>(columns) - 1);
  fields.emplace_back(name_of(point.status));
  append_kernel_fields(fields, point.kernel);
  return csv_line(fields);
}

std::string csv_of(const KernelErrors& errors) {
  std::string csv = csv_header_with_kernel(kernel_error_csv_header);
  for (const ErrorPoint& point : errors.points) csv += csv_row(point);
  return csv;
}

}  // namespace

Report kernel_error_report(const Config& config, const ReportSources& sources) {
  const KernelErrors errors = kernel_errors(config, sources);
  Report report;
  report.config = errors.config;
  report.csv = csv_of(errors);
  report.figures = {mean_error_figure(errors), rms_error_figure(errors)};
  report.document = document_of(errors, report.figures.front().missing);
  report.left_out = errors.left_out;
  for (const ErrorPoint& point : errors.points) {
    report.groups.push_back(point);
    report.has_records = report.has_records || point.has_record();
  }
  return report;
}

}  // namespace sketchbench
