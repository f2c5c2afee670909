#include "report/claims/claims_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "report/csv.hpp"
#include "report/table_cells.hpp"

namespace sketchbench {
namespace {

constexpr int digits = 6;  ///< of a number for programs

Tone tone_of(ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::holds:
      return Tone::good;
    case ClaimVerdict::does_not_hold:
      return Tone::bad;
    case ClaimVerdict::not_decided:
      return Tone::warning;
    case ClaimVerdict::not_measured:
      return Tone::faint;
  }
  return Tone::plain;
}

TableCell verdict_cell(ClaimVerdict verdict) {
  return one_line(std::string(name_of(verdict)), tone_of(verdict));
}

/// Two decimals, or three significant digits where two decimals have none.
std::string number_text(double value) {
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  const double size = std::abs(value);
  const std::string text =
      size == 0 || (size >= 0.1 && size < 1000) ? fmt::format("{:.2f}", size) : fmt::format("{:.3g}", size);
  return (value < 0 ? "−" : "") + text;
}

std::string interval_text(const std::optional<MeanInterval>& measured) {
  if (!measured) return "";
  return fmt::format("{} [{}, {}]", number_text(measured->mean), number_text(measured->low),
                     number_text(measured->high));
}

struct Counts {
  std::size_t measured = 0, met = 0, hold = 0;
};

Counts count(const MeasuredClaim& claim) {
  Counts counts;
  for (const ClaimSubject& subject : claim.measurement.subjects) {
    if (!subject.measured) continue;
    ++counts.measured;
    if (!subject.unmet.empty()) continue;
    ++counts.met;
    if (verdict_on(claim.claim.claimed, subject) == ClaimVerdict::holds) ++counts.hold;
  }
  return counts;
}

/// The measured number, or the least and the largest of several.
std::string range_text(const MeasuredClaim& claim) {
  std::vector<double> means;
  for (const ClaimSubject& subject : claim.measurement.subjects)
    if (subject.measured) means.push_back(subject.measured->mean);
  if (means.empty()) return "";
  if (means.size() == 1) return number_text(means.front());
  const auto [low, high] = std::ranges::minmax(means);
  return fmt::format("{} to {}", number_text(low), number_text(high));
}

std::string hypothesis_text(const MeasuredClaim& claim, const Counts& counts) {
  if (counts.measured == 0 || claim.claim.hypothesis.empty()) return "";
  if (counts.met == counts.measured) return "met";
  if (counts.met == 0) return "not met";
  return fmt::format("met in {} of {}", counts.met, counts.measured);
}

Table overview(const std::vector<MeasuredClaim>& claims) {
  Table table;
  table.caption = "Claims";
  table.columns = {{{"Claim"}, false},      {{"Place"}, false},
                   {{"Hypothesis"}, false}, {{"Claimed"}, false},
                   {{"Measured"}, true},    {{"Cases that hold,", "of those measured"}, true},
                   {{"Verdict"}, false},    {{"Committed"}, false}};
  for (const MeasuredClaim& claim : claims) {
    const Counts counts = count(claim);
    const std::string committed = claim.claim.verdict ? std::string(name_of(*claim.claim.verdict)) : "";
    table.rows.push_back(
        {one_line(claim.claim.id, Tone::strong), one_line(claim.claim.place),
         one_line(hypothesis_text(claim, counts)), one_line(claim.claim.claimed.text()),
         one_line(range_text(claim)),
         one_line(counts.measured == 0 ? "" : fmt::format("{} of {}", counts.hold, counts.measured)),
         verdict_cell(claim.verdict()), one_line(committed, claim.fallen() ? Tone::bad : Tone::plain)});
  }
  return table;
}

Table table_of(const MeasuredClaim& claim) {
  const PublishedClaim& said = claim.claim;
  Table table;
  table.caption = fmt::format("{} ({}): {}", said.id, said.place, said.says);
  if (!said.hypothesis.empty()) table.remarks.push_back("Hypothesis: " + said.hypothesis);
  table.columns = {{{"Case"}, false},
                   {{"Hypothesis"}, false},
                   {{"Claimed"}, false},
                   {{"Measured", "(95 % interval)"}, true},
                   {{"Verdict"}, false}};
  for (const ClaimSubject& subject : claim.measurement.subjects) {
    const bool says_hypothesis = subject.measured && (!said.hypothesis.empty() || !subject.unmet.empty());
    table.rows.push_back({one_line(subject.name),
                          one_line(!says_hypothesis        ? ""
                                   : subject.unmet.empty() ? "met"
                                                           : "not met: " + subject.unmet),
                          one_line(said.claimed.text()), one_line(interval_text(subject.measured)),
                          verdict_cell(verdict_on(said.claimed, subject))});
    if (!subject.remark.empty()) table.notes.push_back(subject.name + ": " + subject.remark + ".");
  }
  table.notes.push_back("Measured by: " + claim.command);
  return table;
}

std::string csv_end(double value) { return std::isfinite(value) ? csv_significant(value, digits) : ""; }

}  // namespace

Document claims_overview(const std::string& title, const std::vector<MeasuredClaim>& claims) {
  Document document;
  document.name = "claims";
  document.title = "Claims of " + title;
  if (std::ranges::any_of(claims, [](const MeasuredClaim& claim) { return claim.quick; }))
    document.banners.push_back(
        {"QUICK: the numbers are those of smaller problems; no claim is decided by them", Tone::warning});
  const auto fallen = std::ranges::count_if(claims, [](const MeasuredClaim& c) { return c.fallen(); });
  if (fallen > 0)
    document.banners.push_back(
        {fmt::format("{} no longer {}", plural(fallen, "claim"), fallen == 1 ? "holds" : "hold"), Tone::bad});
  document.legend = {
      "A case holds when the whole 95 % interval of its number lies within what is claimed, widened by the "
      "tolerance; it does not when no part of the interval does; otherwise, and where the hypothesis is not "
      "met, it is undecided. A claim holds when all cases do that were measured under its hypothesis; it "
      "does not when one of them does not. Intervals are for one case each: of twenty true cases one may "
      "end outside by chance."};
  document.tables = {overview(claims)};
  return document;
}

Document claims_document(const std::string& title, const std::vector<MeasuredClaim>& claims) {
  Document document = claims_overview(title, claims);
  for (const MeasuredClaim& claim : claims) {
    document.tables.push_back(table_of(claim));
    for (const Table& table : claim.measurement.details) document.tables.push_back(table);
  }
  return document;
}

std::string claims_csv(const std::vector<MeasuredClaim>& claims) {
  struct Line {
    const MeasuredClaim* claim;
    const ClaimSubject* subject;
  };
  std::vector<Line> lines;
  for (const MeasuredClaim& claim : claims)
    for (const ClaimSubject& subject : claim.measurement.subjects) lines.push_back({&claim, &subject});
  const auto measured = [](auto number) {
    return [number](const Line& line) {
      return line.subject->measured ? csv_end(number(*line.subject->measured)) : "";
    };
  };
  const CsvColumns<Line> columns = {
      {"paper", [](const Line& line) { return line.claim->paper; }},
      {"claim", [](const Line& line) { return line.claim->claim.id; }},
      {"place", [](const Line& line) { return line.claim->claim.place; }},
      {"subject", [](const Line& line) { return line.subject->name; }},
      {"hypothesis_met", [](const Line& line) { return line.subject->unmet.empty() ? "yes" : "no"; }},
      {"measured", measured([](const MeanInterval& interval) { return interval.mean; })},
      {"low", measured([](const MeanInterval& interval) { return interval.low; })},
      {"high", measured([](const MeanInterval& interval) { return interval.high; })},
      {"sense", [](const Line& line) { return std::string(line.claim->claim.claimed.sense_text()); }},
      {"claimed", [](const Line& line) { return csv_significant(line.claim->claim.claimed.value, digits); }},
      {"tolerance",
       [](const Line& line) { return csv_significant(line.claim->claim.claimed.tolerance, digits); }},
      {"verdict",
       [](const Line& line) {
         return std::string(name_of(verdict_on(line.claim->claim.claimed, *line.subject)));
       }},
      {"claim_verdict", [](const Line& line) { return std::string(name_of(line.claim->verdict())); }},
      {"committed_verdict",
       [](const Line& line) {
         return line.claim->claim.verdict ? std::string(name_of(*line.claim->claim.verdict)) : "";
       }},
      {"remark",
       [](const Line& line) {
         return line.subject->unmet.empty() ? line.subject->remark : line.subject->unmet;
       }},
      {"command", [](const Line& line) { return line.claim->command; }}};
  return csv_table(columns, lines);
}

}  // namespace sketchbench
