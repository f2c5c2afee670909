// How time and memory grow with the number of rows n, of columns d, of random features D and with the degree
// p, on generated data: exponents of fitted power laws, and whether the claimed formula, with a coefficient
// for each of its terms, grows alike.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <sketchbench/core/json.hpp>
#include <sketchbench/report/figure/claimed_terms.hpp>
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

void run(const Options& options) {
  Json measurements;
  for (const Subject& subject : growth_subjects(options.quick)) {
    const Size& base = subject.base;
    measurements["subjects"].push_back(
        {{"subject", subject.name},
         {"title", title_of_name(subject.name)},
         {"base", {{"n", base.n}, {"d", base.d}, {"D", base.D}, {"p", base.p}}},
         {"claim_time", subject.claim_time},
         {"claim_memory", subject.claim_memory}});
    for (const VariedSize& axis : subject.axes)
      measurements["curves"].push_back(to_json(measure(subject, axis, options.repeats)));
  }
  publish("growth", std::move(measurements), options);
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
