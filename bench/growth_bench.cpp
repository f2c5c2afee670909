// How time and memory grow with the number of rows n, of columns d, of random features D and with the degree
// p, on generated data: exponents of fitted power laws, and whether the claimed formula, with a coefficient
// for each of its terms, grows alike.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/report/figure/claimed_terms.hpp>
#include <sketchbench/report/figure/growth_figure.hpp>
#include <sketchbench/report/plot/draw_figure.hpp>
#include <sketchbench/report/words.hpp>
#include "bench/common.hpp"
#include "bench/growth_subject.hpp"
#include "bench/memory.hpp"
#include "support/allocations.hpp"

namespace sketchbench::bench {
namespace {

using Values = std::vector<double>;

/// Something that grows along an axis, and what is claimed of it: a value at each size, and of each term one.
struct Growth {
  Values measured;
  std::vector<Values> claimed;

  std::optional<PowerLaw> law(const Values& sizes) const { return fit_power_law(sizes, measured); }
  std::optional<ClaimedTerms> terms(const Values& sizes) const {
    return fit_claimed_terms(sizes, claimed, measured);
  }
};

/// What is known of one subject along one axis.
struct Curve {
  std::string subject;
  char axis = 0;
  Values sizes, steps;
  std::vector<Timing> times;
  Growth seconds;  ///< CPU, median; of a step where the claim is about one
  Growth bytes;
};

/// Of what is made, what the allocator has given for it; of work without that, how much the process grew at
/// most.
double bytes_of(const Prepared& prepared) {
  if (!prepared.make) return peak_growth(prepared.work);
  const testing_support::HeapUse heap;
  const auto held = prepared.make();
  return heap.held();
}

std::vector<Values> values_of(const std::vector<Term>& terms, const std::vector<Size>& sizes) {
  std::vector<Values> all;
  for (const Term& term : terms) {
    Values& values = all.emplace_back();
    for (const Size& size : sizes) values.push_back(term(size));
  }
  return all;
}

Curve measure(const Subject& subject, const VariedSize& axis, int repeats) {
  Curve curve{.subject = subject.name, .axis = axis.name};
  std::vector<Size> sizes;
  std::vector<Prepared> prepared;
  for (const Index value : axis.values) {
    sizes.push_back(with(subject.base, axis.name, value));
    prepared.push_back(subject.prepare(sizes.back()));
    curve.sizes.push_back(static_cast<double>(value));
    curve.bytes.measured.push_back(bytes_of(prepared.back()));
  }
  std::vector<Contender> contenders;
  for (const Prepared& one : prepared) contenders.push_back(timed(subject.name, one.work));
  curve.times = interleaved(contenders, repeats);
  for (std::size_t i = 0; i < prepared.size(); ++i) {
    curve.steps.push_back(prepared[i].steps ? prepared[i].steps() : 1);
    curve.seconds.measured.push_back(curve.times[i].cpu.median / curve.steps.back());
  }
  curve.seconds.claimed = values_of(subject.time, sizes);
  curve.bytes.claimed = values_of(subject.memory, sizes);
  return curve;
}

/// "1.02 ± 0.03", the formula's 1.00, "0.02 ± 0.03" beyond it, and 97 %.
std::vector<TableCell> cells_of(const Growth& growth, const Values& sizes) {
  const auto law = growth.law(sizes);
  const auto terms = growth.terms(sizes);
  if (!law || !terms || !terms->fitted_law || !terms->excess) return {text(""), text(""), text(""), text("")};
  return {text(exponent_text(*law), Tone::strong), text(exponent_text(terms->fitted_law->exponent)),
          text(exponent_text(*terms->excess), terms->grow_faster() ? Tone::bad : Tone::good),
          text(fmt::format("{:.0f} %", 100 * terms->growing_share))};
}

Json to_json(const std::optional<PowerLaw>& law) {
  if (!law) return nullptr;
  Json json = {{"exponent", law->exponent}, {"factor", law->factor}, {"points", law->points}};
  json["exponent_error"] = law->exponent_error ? Json(*law->exponent_error) : Json(nullptr);
  return json;
}

Json to_json(const std::optional<ClaimedTerms>& terms) {
  if (!terms) return nullptr;
  return {{"excess", to_json(terms->excess)},
          {"grows_faster", terms->grow_faster()},
          {"growing_share", terms->growing_share},
          {"largest_deviation", terms->largest_deviation}};
}

Json to_json(const Curve& curve) {
  const auto time = curve.seconds.terms(curve.sizes), memory = curve.bytes.terms(curve.sizes);
  Json points = Json::array();
  for (std::size_t i = 0; i < curve.sizes.size(); ++i) {
    points.push_back({{"size", curve.sizes[i]},
                      {"seconds", bench::to_json(curve.times[i])},
                      {"steps", curve.steps[i]},
                      {"bytes", curve.bytes.measured[i]}});
    if (time) points.back()["claimed_seconds"] = time->fitted[i] * curve.steps[i];
    if (memory) points.back()["claimed_bytes"] = memory->fitted[i];
  }
  const auto law_of = [](const std::optional<ClaimedTerms>& terms) {
    return to_json(terms ? terms->fitted_law : std::nullopt);
  };
  return {{"subject", curve.subject},
          {"axis", std::string(1, curve.axis)},
          {"points", points},
          {"time", to_json(curve.seconds.law(curve.sizes))},
          {"claimed_time", law_of(time)},
          {"time_beside_claim", to_json(time)},
          {"memory", to_json(curve.bytes.law(curve.sizes))},
          {"claimed_memory", law_of(memory)},
          {"memory_beside_claim", to_json(memory)}};
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

Table table_of_growth() {
  Table table;
  table.caption = "Exponents of n (rows), d (columns), D (random features) and p (degree)";
  table.remarks = {
      "\"Measured\": the exponent of a power law through the medians, fitted by least squares on logarithms, "
      "± "
      "half the width of the 95 % confidence interval from the scatter about it. \"Formula\": that of the "
      "claimed formula at the same sizes, with a coefficient for each of its terms and one for what does not "
      "grow, none negative, fitted to the medians. \"Beyond\": the exponent of what is measured over that, "
      "with its interval; one that is above 0 as a whole says that it grows faster than claimed. "
      "\"Growing\": "
      "the share of the terms that grow at the largest size; where it is small, the sizes say little of the "
      "claim.",
      "Maps: time to map dense uniform rows with (1 + <x, y>)^p, and bytes that a map keeps, as the "
      "allocator "
      "counts them. Learners: time to train with the defaults on dense points that a polynomial has "
      "labelled, "
      "scaled to length 1, a Newton step's where the claim is about one, and the rise of the process's "
      "memory. "
      "One thread. What is not varied stands at the base size."};
  table.columns = {{{"What"}, false},
                   {{"Varied"}, false},
                   {{"From"}, true},
                   {{"To"}, true},
                   {{"Time:", "measured"}, true},
                   {{"formula"}, true},
                   {{"beyond"}, true},
                   {{"growing"}, true},
                   {{"Memory:", "measured"}, true},
                   {{"formula"}, true},
                   {{"beyond"}, true},
                   {{"growing"}, true},
                   {{"Claimed time"}, false},
                   {{"Claimed memory"}, false}};
  return table;
}

void run(const Options& options) {
  Results results;
  results.document.name = "growth";
  results.document.title = "Growth of time and memory";
  Table table = table_of_growth();
  int faster = 0;
  for (const Subject& subject : growth_subjects(options.quick)) {
    for (const VariedSize& axis : subject.axes) {
      const Curve curve = measure(subject, axis, options.repeats);
      const bool first = &axis == &subject.axes.front();
      std::vector<TableCell> row = {text(first ? growth_subject_title(subject.name) : ""),
                                    text(std::string(1, axis.name)), number(curve.sizes.front(), 0),
                                    number(curve.sizes.back(), 0)};
      for (const Growth* growth : {&curve.seconds, &curve.bytes}) {
        for (TableCell& cell : cells_of(*growth, curve.sizes)) row.push_back(std::move(cell));
        const auto terms = growth->terms(curve.sizes);
        faster += terms && terms->grow_faster() ? 1 : 0;
      }
      row.push_back(text(first ? subject.claim_time : ""));
      row.push_back(text(first ? subject.claim_memory : ""));
      table.rows.push_back(std::move(row));
      results.measurements["curves"].push_back(to_json(curve));
    }
    const Size& base = subject.base;
    table.notes.push_back(fmt::format("{}: base n = {}, d = {}{}, p = {}.",
                                      growth_subject_title(subject.name), base.n, base.d,
                                      base.D > 0 ? fmt::format(", D = {}", base.D) : "", base.p));
  }
  table.notes.push_back(
      faster == 0 ? "Nothing grows faster than claimed."
                  : fmt::format("{} of {} curves grow faster than claimed.", faster, 2 * table.rows.size()));
  table.notes.push_back(
      "Transforms that cost less for one length than for the next, solvers that take other steps on other "
      "data "
      "and caches that are outgrown widen the intervals.");
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
