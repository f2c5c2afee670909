#include "experiments/construction_time/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <sketchbench/core/text.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/verdicts/family.hpp>
#include <sketchbench/report/words.hpp>

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

/// "D = 3,500 longer than 4,000": where more features take a map of that kind less time.
std::vector<std::string> steps_down(const ConstructionTimes& times, const FeatureMapKind& kind) {
  std::vector<std::string> steps;
  for (const TimePanel& panel : times.panels)
    for (const TimeCurve& curve : panel.curves) {
      if (curve.any().method != kind.name) continue;
      for (std::size_t i = 0; i + 1 < curve.points.size(); ++i) {
        const TimedMap &here = *curve.points[i], &next = *curve.points[i + 1];
        if (!here.time || !next.time ||
            here.time->total.cpu_quartiles.median <= next.time->total.cpu_quartiles.median)
          continue;
        if (!of_one_processor({&here, &next})) continue;
        std::string step = fmt::format("D = {} longer than {}", with_commas(here.D), with_commas(next.D));
        if (std::ranges::find(steps, step) == steps.end()) steps.push_back(std::move(step));
      }
    }
  return steps;
}

/// "500, 1,000 and 2,000"; of at least one number.
std::string listed(const std::vector<Index>& numbers) {
  std::vector<std::string> texts;
  for (const Index number : numbers) texts.push_back(with_commas(number));
  const std::string last = texts.back();
  texts.pop_back();
  return texts.empty() ? last : fmt::format("{} and {}", fmt::join(texts, ", "), last);
}

/// "2, 3, 5 and 7"
std::string primes_text(Index largest) {
  std::vector<Index> primes;
  for (Index p = 2; p <= largest; ++p)
    if (largest_prime_factor(p) == p) primes.push_back(p);
  return listed(primes);
}

/// Whether the lengths of a map's transforms are fast ones, and where its time goes down; empty for a map
/// that any D is alike to.
std::string length_text(const ConstructionTimes& times, const FeatureMapKind& kind) {
  if (kind.largest_fast_factor < 2) return "";
  std::set<Index> slow;
  for (const TimedMap& map : times.maps)
    if (map.method == kind.name && largest_prime_factor(map.D) > kind.largest_fast_factor) slow.insert(map.D);
  std::string text =
      slow.empty() ? fmt::format(" Every D here is a product of {}.", primes_text(kind.largest_fast_factor))
                   : fmt::format(" Slower lengths: D = {}.", fmt::join(slow, ", "));
  if (const auto steps = steps_down(times, kind); !steps.empty())
    text += fmt::format(" Non-monotone at: {}.", fmt::join(steps, ", "));
  return text;
}

/// What there is to know of the times of each kind of map, once where several kinds say the same.
std::vector<std::string> cost_lines(const ConstructionTimes& times) {
  std::vector<std::string> lines;
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    if (std::ranges::find(times.maps, kind.name, &TimedMap::method) == times.maps.end()) continue;
    std::string line = kind.cost_remark + length_text(times, kind);
    if (!line.empty() && std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
  }
  return lines;
}

std::string clock_line(const ConstructionTimes& times) {
  std::string line =
      "Seconds are CPU seconds of one thread; what else the machine does adds to them least. The records "
      "hold every repeat by both clocks.";
  if (const double most = longest_wait(times); most > 0)
    line += fmt::format(" Wall-clock medians are at most {:.2f} times as long.", most);
  return line;
}

/// "TS is faster than RM published from D = 1,000 on, RM published below": each map is named with every D at
/// which the interval of the ratio says that it is the faster one.
std::string winner_text(const TimePanel& panel, const TimeCurve& other, double confidence) {
  std::vector<Index> won, lost, open;
  for (const TimedMap* map : other.points) {
    const std::optional<SpeedUp> ratio = time_against_reference(*map, panel, confidence);
    if (!ratio) continue;
    std::vector<Index>& where = ratio->times.low > 1 ? won : ratio->times.high < 1 ? lost : open;
    where.push_back(map->D);
  }
  const std::string first = method_short(panel.reference().any()), second = method_short(other.any());
  const auto always = [](const std::string& one, const std::string& than) {
    return fmt::format("{} is faster than {} at every D", one, than);
  };
  // Where one begins to be the faster one and stays so.
  const auto from = [](const std::string& one, const std::string& than, Index D) {
    return fmt::format("{0} is faster than {1} from D = {2} on, {1} below", one, than, with_commas(D));
  };
  const auto at = [](const std::string& one, const std::string& than, const std::vector<Index>& D) {
    return fmt::format("{} is faster than {} at D = {}", one, than, listed(D));
  };
  if (!open.empty()) {
    std::vector<std::string> parts;
    if (!won.empty()) parts.push_back(at(first, second, won));
    if (!lost.empty()) parts.push_back(at(second, first, lost));
    parts.push_back(
        fmt::format("{} and {} show no significant difference at D = {}", first, second, listed(open)));
    return fmt::format("{}", fmt::join(parts, "; "));
  }
  if (won.empty() && lost.empty()) return "";
  if (lost.empty()) return always(first, second);
  if (won.empty()) return always(second, first);
  if (lost.back() < won.front()) return from(first, second, won.front());
  if (won.back() < lost.front()) return from(second, first, lost.front());
  return at(first, second, won) + "; " + at(second, first, lost);
}

std::vector<std::string> winner_lines(const ConstructionTimes& times) {
  std::vector<std::string> lines;
  const double confidence = ratio_confidence(times);
  for (const TimePanel& panel : times.panels) {
    std::vector<std::string> parts;
    for (const TimeCurve& curve : panel.curves)
      if (&curve != &panel.reference())
        if (std::string part = winner_text(panel, curve, confidence); !part.empty())
          parts.push_back(std::move(part));
    if (!parts.empty()) lines.push_back(fmt::format("{}: {}.", panel.title, fmt::join(parts, "; ")));
  }
  if (!lines.empty())
    lines.push_back(
        fmt::format("Two maps are compared by an interval for the ratio of their times, made of the repeats' "
                    "logarithms; each has a confidence of {:.4g} %, all of them together {:g} %.",
                    100 * confidence, 100 * (1 - family_level)));
  return lines;
}

std::vector<std::string> time_lines(const ConstructionTimes& times) {
  std::vector<std::string> lines = {
      "A time is that of drawing the map and of mapping the rows with it, the phase \"map\" of the accuracy "
      "experiments. Rows and output are in memory before; one repeat more, the first, is not counted."};
  lines.push_back(clock_line(times));
  for (std::string& line : cost_lines(times)) lines.push_back(std::move(line));
  return lines;
}

}  // namespace

double longest_wait(const ConstructionTimes& times) {
  double most = 0;
  for (const TimedMap& map : times.maps)
    if (map.time && map.time->total.cpu_quartiles.median > 0)
      most = std::max(most, map.time->total.wall_quartiles.median / map.time->total.cpu_quartiles.median);
  return most;
}

std::vector<NoteSection> construction_time_notes(const ConstructionTimes& times) {
  return {{"Times", time_lines(times)}, {"Which map is faster", winner_lines(times)}};
}

}  // namespace sketchbench
