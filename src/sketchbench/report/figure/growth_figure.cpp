#include <sketchbench/report/figure/growth_figure.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/report/figure/panels.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

std::string axis_label(const std::string& axis) {
  if (axis == "n") return "rows n";
  if (axis == "d") return "columns d";
  if (axis == "D") return "random features D";
  return "degree p";
}

FigureSeries measured_series(const Json& curve) {
  const std::string subject = curve.at("subject");
  FigureSeries series{.key = subject, .label = title_of_name(subject), .kernel = {}, .points = {}};
  for (const Json& point : curve.at("points")) {
    const Json& seconds = point.at("seconds").at("cpu");
    series.points.push_back({.x = point.at("size").get<double>(),
                             .y = seconds.at("median").get<double>(),
                             .low = seconds.at("q1").get<double>(),
                             .high = seconds.at("q3").get<double>(),
                             .records = {}});
  }
  return series;
}

/// The claimed formula where its terms were fitted, and the power of its exponent where they were not.
std::optional<FigureSeries> series_of_claim(const Json& curve, const FigureSeries& measured) {
  const Json& claim = curve.at("claimed_time");
  if (claim.is_null()) return std::nullopt;
  FigureSeries claimed = claimed_series(measured, claim.at("exponent").get<double>());
  for (std::size_t i = 0; i < claimed.points.size(); ++i)
    if (const Json& point = curve.at("points").at(i); point.contains("claimed_seconds"))
      claimed.points[i].y = point.at("claimed_seconds").get<double>();
  return claimed;
}

Panel panel_of(const std::string& axis, const Json& curves) {
  Panel panel;
  panel.title = "Growth with " + axis_label(axis);
  panel.x = {.label = axis_label(axis), .logarithmic = true, .low = {}, .high = {}};
  panel.y = {.label = "CPU time (s)", .logarithmic = true, .low = {}, .high = {}};
  for (const Json& curve : curves) {
    if (curve.at("axis") != axis) continue;
    panel.series.push_back(measured_series(curve));
    if (auto claimed = series_of_claim(curve, panel.series.back()))
      panel.series.push_back(std::move(*claimed));
  }
  return panel;
}

/// "Tensor Sketching n 0.99 (1.00), d 0.38 (0.14)".
std::string exponents_of(const std::string& subject, const Json& curves) {
  std::string text;
  for (const Json& curve : curves) {
    if (curve.at("subject") != subject || curve.at("time").is_null() || curve.at("claimed_time").is_null())
      continue;
    text += fmt::format("{}{} {:.2f} ({:.2f})", text.empty() ? " " : ", ",
                        curve.at("axis").get<std::string>(), curve.at("time").at("exponent").get<double>(),
                        curve.at("claimed_time").at("exponent").get<double>());
  }
  return title_of_name(subject) + text;
}

bool has_fitted_terms(const Json& curves) {
  return std::ranges::any_of(curves, [](const Json& curve) { return curve.contains("time_beside_claim"); });
}

std::string all_exponents(const Json& curves) {
  std::vector<std::string> subjects;
  for (const Json& curve : curves)
    if (const std::string subject = curve.at("subject"); subjects.empty() || subjects.back() != subject)
      subjects.push_back(subject);
  std::string text;
  for (const std::string& subject : subjects)
    text += (text.empty() ? "" : "; ") + exponents_of(subject, curves);
  return text;
}

}  // namespace

Figure growth_figure(const Json& results, const std::string& where) try {
  const Json& curves = results.at("measurements").at("curves");
  Figure figure;
  figure.name = "bench_growth";  // a configuration may well be called "growth"
  figure.title = "Growth of time with the size of the problem";
  figure.columns = 2;
  for (const char* axis : {"n", "d", "D", "p"}) figure.panels.push_back(panel_of(axis, curves));
  figure.caption = fmt::format(
      "CPU time of one thread to map n rows or to train on them, median and quartiles of repeats, on {}. A "
      "power law is a straight line, its exponent the slope; dashed: the growth that is claimed{}. Fitted "
      "exponents, with those of the claims at the same sizes in brackets: {}.",
      results.at("machine").at("host").at("cpu").get<std::string>(),
      has_fitted_terms(curves) ? ", the formula with a coefficient for each of its terms" : "",
      all_exponents(curves));
  return figure;
} catch (const Json::exception& error) {
  throw InputError(fmt::format("{}: not the results of bench/run's part \"growth\" ({}); run it again", where,
                               error.what()));
}

std::vector<Figure> growth_figures(const std::filesystem::path& bench_folder) {
  const std::filesystem::path file = bench_folder / "growth.json";
  if (!std::filesystem::exists(file)) return {};
  return {growth_figure(read_json(file), file.string())};
}

}  // namespace sketchbench
