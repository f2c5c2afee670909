// How time and memory grow with the number of rows n, of columns d, of random features D and with the degree
// p: exponents of fitted power laws, on generated data, beside those of the complexity that is claimed.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "bench/common.hpp"
#include "bench/growth_subject.hpp"
#include "bench/memory.hpp"
#include "core/system/file.hpp"
#include "report/figure/growth_figure.hpp"
#include "report/figure/power_law.hpp"
#include "report/plot/draw_figure.hpp"
#include "report/words.hpp"

namespace sketchbench::bench {
namespace {

/// What is known of one subject along one axis.
struct Curve {
  std::string subject;
  char axis = 0;
  std::vector<double> sizes, bytes;
  std::vector<Timing> times;
  std::vector<double> claimed_time, claimed_bytes;
};

Curve measure(const Subject& subject, const VariedSize& axis, int repeats) {
  Curve curve{.subject = subject.name, .axis = axis.name};
  std::vector<Contender> contenders;
  for (const Index value : axis.values) {
    const Size size = with(subject.base, axis.name, value);
    const Prepared prepared = subject.prepare(size);
    curve.sizes.push_back(static_cast<double>(value));
    curve.bytes.push_back(prepared.memory ? prepared.memory() : peak_growth(prepared.work));
    curve.claimed_time.push_back(subject.time(size));
    curve.claimed_bytes.push_back(subject.memory(size));
    contenders.push_back(timed(subject.name, prepared.work));
  }
  curve.times = interleaved(contenders, repeats);
  return curve;
}

std::vector<double> medians(const Curve& curve) {
  std::vector<double> seconds;
  for (const Timing& timing : curve.times) seconds.push_back(timing.cpu.median);
  return seconds;
}

/// "1.02 ± 0.03".
TableCell exponent(const std::vector<double>& x, const std::vector<double>& y, Tone tone) {
  const auto law = fit_power_law(x, y);
  return text(law ? exponent_text(*law) : "", tone);
}

/// Of a claim: the exponent of the same fit through the claimed numbers.
TableCell claim(const std::vector<double>& x, const std::vector<double>& y) {
  const auto law = fit_power_law(x, y);
  return law ? number(law->exponent, 2) : text("");
}

Json to_json(const std::optional<PowerLaw>& law) {
  if (!law) return nullptr;
  Json json = {{"exponent", law->exponent}, {"factor", law->factor}, {"points", law->points}};
  json["exponent_error"] = law->exponent_error ? Json(*law->exponent_error) : Json(nullptr);
  return json;
}

Json to_json(const Curve& curve) {
  Json points = Json::array();
  for (std::size_t i = 0; i < curve.sizes.size(); ++i)
    points.push_back(
        {{"size", curve.sizes[i]}, {"seconds", bench::to_json(curve.times[i])}, {"bytes", curve.bytes[i]}});
  return {{"subject", curve.subject},
          {"axis", std::string(1, curve.axis)},
          {"points", points},
          {"time", to_json(fit_power_law(curve.sizes, medians(curve)))},
          {"claimed_time", to_json(fit_power_law(curve.sizes, curve.claimed_time))},
          {"memory", to_json(fit_power_law(curve.sizes, curve.bytes))},
          {"claimed_memory", to_json(fit_power_law(curve.sizes, curve.claimed_bytes))}};
}

/// The figure as <stem of the JSON or Markdown file>.svg; nothing where no file or no gnuplot is at hand.
void draw(const Figure& figure, const Options& options) {
  const std::filesystem::path beside = options.markdown.empty() ? options.json : options.markdown;
  const auto gnuplot = find_gnuplot();
  if (beside.empty() || !gnuplot) return;
  const std::filesystem::path folder = std::filesystem::path(beside).concat(".figure");
  for (const std::filesystem::path& file : draw_figure(figure, folder, *gnuplot))
    if (file.extension() == ".svg")
      write_file_atomically(std::filesystem::path(beside).replace_extension(".svg"), read_file(file));
  std::filesystem::remove_all(folder);
}

void run(const Options& options) {
  Results results;
  results.document.name = "growth";
  results.document.title = "Growth of time and memory";
  Table table;
  table.caption = "Exponents of n (rows), d (columns), D (random features) and p (degree)";
  table.remarks = {
      "Fitted by least squares on logarithms to the medians, ± half the width of the 95 % confidence "
      "interval, which covers what is not a power law as well as noise; \"claimed\" is the exponent of the "
      "formula beside it, fitted at the same sizes.",
      "Maps: time to map dense uniform rows with (1 + <x, y>)^p, and bytes of the map itself. Learners: "
      "time to train with the defaults on dense points that a polynomial has labelled, scaled to length 1, "
      "and the rise of the process's memory. One thread. What is not varied stands at the base size."};
  table.columns = {
      {{"What"}, false},         {{"Varied"}, false},        {{"From"}, true},   {{"To"}, true},
      {{"Time"}, true},          {{"Claimed"}, true},        {{"Memory"}, true}, {{"Claimed"}, true},
      {{"Claimed time"}, false}, {{"Claimed memory"}, false}};
  for (const Subject& subject : growth_subjects(options.quick)) {
    for (const VariedSize& axis : subject.axes) {
      const Curve curve = measure(subject, axis, options.repeats);
      const bool first = &axis == &subject.axes.front();
      table.rows.push_back(
          {text(first ? growth_subject_title(subject.name) : ""), text(std::string(1, axis.name)),
           number(curve.sizes.front(), 0), number(curve.sizes.back(), 0),
           exponent(curve.sizes, medians(curve), Tone::strong), claim(curve.sizes, curve.claimed_time),
           exponent(curve.sizes, curve.bytes, Tone::strong), claim(curve.sizes, curve.claimed_bytes),
           text(first ? subject.claim_time : ""), text(first ? subject.claim_memory : "")});
      results.measurements["curves"].push_back(to_json(curve));
    }
    const Size& base = subject.base;
    table.notes.push_back(fmt::format("{}: base n = {}, d = {}{}, p = {}.",
                                      growth_subject_title(subject.name), base.n, base.d,
                                      base.D > 0 ? fmt::format(", D = {}", base.D) : "", base.p));
  }
  table.notes.push_back(
      "A claim is about large sizes. A part that does not grow (the transforms where d is varied, the table "
      "of degrees in a Random Maclaurin map) and transforms that cost less for one length than for the next "
      "make the measured exponent of a range smaller than the claimed one, or its interval wide.");
  results.document.tables = {std::move(table)};
  draw(growth_figure(publish(std::move(results), options), "growth_bench"), options);
}

}  // namespace
}  // namespace sketchbench::bench

int main(int argc, char** argv) {
  using namespace sketchbench::bench;
  CLI::App app("Exponents of time and memory, measured and claimed", "growth_bench");
  Options options;
  options.add_to(app);
  return main_of(app, argc, argv, [&] { run(options); });
}
