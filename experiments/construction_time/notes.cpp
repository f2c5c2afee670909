#include "experiments/construction_time/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/text.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

Index largest_prime_factor(Index n) {
  Index largest = 1;
  for (Index p = 2; p * p <= n; ++p)
    while (n % p == 0) {
      largest = p;
      n /= p;
    }
  return std::max(largest, n);
}

/// "D = 3,500 longer than 4,000": where more features take Tensor Sketching less time.
std::vector<std::string> steps_down(const ConstructionTimes& times) {
  std::vector<std::string> steps;
  for (const TimePanel& panel : times.panels)
    for (const TimeCurve& curve : panel.curves) {
      if (curve.any().method != sketch_method) continue;
      for (std::size_t i = 0; i + 1 < curve.points.size(); ++i) {
        const TimedMap &here = *curve.points[i], &next = *curve.points[i + 1];
        if (!here.time || !next.time || here.time->total.median <= next.time->total.median) continue;
        std::string step = fmt::format("D = {} longer than {}", with_commas(here.D), with_commas(next.D));
        if (std::ranges::find(steps, step) == steps.end()) steps.push_back(std::move(step));
      }
    }
  return steps;
}

/// Fourier transforms are fast at lengths without large prime factors, and Tensor Sketching's have length D.
std::string length_line(const ConstructionTimes& times) {
  constexpr Index largest_fast_factor = 7;  // FFTW has code of its own up to there and for few beyond
  std::set<Index> slow;
  for (const TimedMap& map : times.maps)
    if (largest_prime_factor(map.D) > largest_fast_factor) slow.insert(map.D);
  std::string line =
      "Tensor Sketching transforms signals of length D, which is fastest where D has small prime factors "
      "alone; Random Maclaurin takes any D alike. ";
  line += slow.empty() ? "Every D here is a product of 2, 3, 5 and 7."
                       : fmt::format("Slower lengths: D = {}.", fmt::join(slow, ", "));
  if (const auto steps = steps_down(times); !steps.empty())
    line += fmt::format(" Non-monotone at: {}.", fmt::join(steps, ", "));
  return line;
}

std::string clock_line(const ConstructionTimes& times) {
  std::string line =
      "Seconds are CPU seconds of one thread, the unit of the paper's figure; what else the machine does "
      "adds to them least. The records hold every repeat by both clocks.";
  if (const double most = longest_wait(times); most > 0)
    line += fmt::format(" Wall-clock medians are at most {:.2f} times as long.", most);
  return line;
}

/// "TS is faster than RM published from D = 1,000 on".
std::string winner_text(const TimePanel& panel, const TimeCurve& other) {
  std::vector<Index> compared, won;
  for (const TimedMap* map : other.points) {
    const TimedMap* ours = panel.find(sketch_method, map->D);
    if (ours == nullptr || !map->time) continue;
    compared.push_back(map->D);
    if (ours->time->total.median < map->time->total.median) won.push_back(map->D);
  }
  if (compared.empty()) return "";
  std::string where = "at no D";
  if (won == compared)
    where = "at every D";
  else if (!won.empty() && std::equal(won.rbegin(), won.rend(), compared.rbegin()))
    where = fmt::format("from D = {} on", with_commas(won.front()));
  else if (!won.empty())
    where = fmt::format("at D = {}", fmt::join(won, ", "));
  return fmt::format("TS is faster than {} {}", method_short(other.any().method_label), where);
}

std::vector<std::string> winner_lines(const ConstructionTimes& times) {
  std::vector<std::string> lines;
  for (const TimePanel& panel : times.panels) {
    std::vector<std::string> parts;
    for (const TimeCurve& curve : panel.curves)
      if (curve.any().method != sketch_method)
        if (std::string part = winner_text(panel, curve); !part.empty()) parts.push_back(std::move(part));
    if (!parts.empty()) lines.push_back(fmt::format("{}: {}.", panel.title, fmt::join(parts, "; ")));
  }
  return lines;
}

std::vector<std::string> time_lines(const ConstructionTimes& times) {
  std::vector<std::string> lines = {
      "A time is that of drawing the map and of mapping the rows with it, the phase \"map\" of the accuracy "
      "experiments. Rows and output are in memory before; one repeat more, the first, is not counted."};
  lines.push_back(clock_line(times));
  lines.push_back(
      "Random Maclaurin's vectors are signs, kept as bits: a product with one is a change of sign, made for "
      "64 features at once, so its n d D operations are cheap ones. It skips the zeros of sparse rows, as "
      "Tensor Sketching does: where d stands in the paper's claims, our times go by the number of "
      "non-zeros.");
  lines.push_back(length_line(times));
  return lines;
}

}  // namespace

double longest_wait(const ConstructionTimes& times) {
  double most = 0;
  for (const TimedMap& map : times.maps)
    if (map.time && map.time->total.median > 0)
      most = std::max(most, map.time->wall_median / map.time->total.median);
  return most;
}

std::vector<NoteSection> construction_time_notes(const ConstructionTimes& times) {
  return {{"Times", time_lines(times)}, {"Which map is faster", winner_lines(times)}};
}

}  // namespace sketchbench
