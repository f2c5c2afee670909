#include <sketchbench/report/claims/claims_report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/table_cells.hpp>

namespace sketchbench {
namespace {

Tone tone_of(ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::holds:
    case ClaimVerdict::agrees:
    case ClaimVerdict::not_refuted:
      return Tone::good;
    case ClaimVerdict::does_not_hold:
    case ClaimVerdict::does_not_agree:
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

/// Without an interval where there is none: of the largest of all draws, or of bytes.
std::string interval_text(const std::optional<MeanInterval>& measured) {
  if (!measured) return "";
  if (measured->low == measured->high) return number_text(measured->mean);
  return fmt::format("{} [{}, {}]", number_text(measured->mean), number_text(measured->low),
                     number_text(measured->high));
}

/// What is said of a hypothesis against which nothing speaks: "met" only where the program has looked.
std::string met_text(const MeasuredClaim& claim) {
  return claim.measurement.checks_hypothesis ? "met" : "as stated";
}

std::string hypothesis_text(const MeasuredClaim& claim, const CaseCounts& counts) {
  if (counts.measured == 0 || claim.claim.hypothesis.empty()) return "";
  if (counts.met == counts.measured) return met_text(claim);
  if (counts.met == 0) return "not met";
  return fmt::format("{} in {} of {}", met_text(claim), counts.met, counts.measured);
}

Table overview(const std::vector<MeasuredClaim>& claims, bool supplementary) {
  Table table;
  table.caption = supplementary ? "Further comparisons" : "Claims";
  table.columns = {{{"Claim"}, false},   {{"Place"}, false},    {{"Hypothesis"}, false},
                   {{"Claimed"}, false}, {{"Measured"}, true},  {{"Cases: hold /", "measured / asked"}, true},
                   {{"Verdict"}, false}, {{"Committed"}, false}};
  for (const MeasuredClaim& claim : claims) {
    if (claim.claim.supplementary != supplementary) continue;
    const CaseCounts counts = claim.cases();
    const std::string committed = claim.claim.verdict ? std::string(name_of(*claim.claim.verdict)) : "";
    table.rows.push_back({one_line(claim.claim.id, Tone::strong), one_line(claim.claim.place),
                          one_line(hypothesis_text(claim, counts)), one_line(claim.claim.claimed.text()),
                          one_line(measured_range(claim)),
                          one_line(fmt::format("{} / {} / {}", counts.hold, counts.measured, counts.asked)),
                          one_line(claim.verdict_text(), tone_of(claim.verdict())),
                          one_line(committed, claim.regressed() ? Tone::bad : Tone::plain)});
  }
  return table;
}

/// Which verdict changes where something is chosen otherwise.
Table sensitivity_table(const std::vector<MeasuredClaim>& claims) {
  Table table;
  table.caption = "Sensitivity: which verdict changes";
  table.remarks = {
      "The claims that decide the paper's headlines, where something that the paper leaves open is chosen "
      "otherwise, beside the claim's own runs on the same data sets, families of kernels and numbers of "
      "features."};
  table.columns = {{{"Claim"}, false},
                   {{"Changed"}, false},
                   {{"Verdict then"}, false},
                   {{"Verdict"}, false},
                   {{"Changes"}, false}};
  for (const MeasuredClaim& claim : claims)
    for (const VariedVerdict& varied : claim.sensitivity) {
      const bool measured = varied.verdict != ClaimVerdict::not_measured;
      const bool changes = measured && varied.verdict != varied.unvaried;
      table.rows.push_back({one_line(claim.claim.id, Tone::strong), one_line(varied.change),
                            one_line(varied.text, tone_of(varied.verdict)),
                            one_line(varied.unvaried_text, tone_of(varied.unvaried)),
                            one_line(!measured ? ""
                                     : changes ? "yes"
                                               : "no",
                                     changes ? Tone::warning : Tone::plain)});
    }
  return table;
}

/// "yes" where there is no hypothesis either; empty for a case that was not measured.
std::string csv_hypothesis(const MeasuredClaim& claim, const ClaimSubject& subject) {
  if (!subject.measured) return "";
  if (!subject.unmet.empty()) return "no";
  return claim.claim.hypothesis.empty() || claim.measurement.checks_hypothesis ? "yes" : "as stated";
}

}  // namespace

std::string measured_range(const MeasuredClaim& claim) {
  std::vector<double> means;
  for (const ClaimSubject& subject : claim.measurement.subjects)
    if (subject.measured) means.push_back(subject.measured->mean);
  if (means.empty()) return "";
  if (means.size() == 1) return number_text(means.front());
  const auto [low, high] = std::ranges::minmax(means);
  return fmt::format("{} to {}", number_text(low), number_text(high));
}

Table claim_table(const MeasuredClaim& claim) {
  const PublishedClaim& said = claim.claim;
  Table table;
  table.caption = fmt::format("{} ({}): {}", said.id, said.place, said.statement);
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
                                   : subject.unmet.empty() ? met_text(claim)
                                                           : "not met: " + subject.unmet),
                          one_line(said.claimed.text()), one_line(interval_text(subject.measured)),
                          verdict_cell(verdict_on(said.claimed, subject))});
    if (!subject.remark.empty()) table.notes.push_back(subject.name + ": " + subject.remark + ".");
  }
  if (said.looks > 1)
    table.notes.push_back(fmt::format(
        "Looked at {} times, as more runs were made: a case that has them is decided by intervals "
        "of 1 − 0.05 / {} in place of 95 %",
        said.looks, said.looks));
  if (said.number.drift > 0)
    table.notes.push_back(fmt::format(
        "The ends of the intervals are a factor of {:g} further out than those of the runs: by so much the "
        "same work differs from one block of runs to another of the same session",
        1 + said.number.drift));
  table.notes.push_back("Measured by: " + claim.command);
  return table;
}

std::vector<std::string> legend_of_claims() {
  return {
      "A case holds when the whole interval of 95 % of its number, which the tables show, lies within what "
      "is claimed, widened by the tolerance. It does not when no part of a wider interval does, whose "
      "confidence is 1 − 0.05 / the number of the claim's cases that meet its hypothesis. Otherwise, and "
      "where the hypothesis is not met, it is undecided. Where more runs were made of a claim that the first "
      "left open, each of its looks, which are counted below its table, has its share of the 0.05 in both.",
      "A claim holds when every case that was asked for was measured and those that meet its hypothesis "
      "hold; it does not when one of these does not; otherwise it is undecided. As all cases have to hold, a "
      "claim that is false of one of them is said to hold with a probability of at most 0.05 / 2, and as one "
      "refutes it, a claim that is true is refuted with at most 0.05 / 2 altogether (\"about\": 0.05 / 2 on "
      "each side). A case whose data, or memory for it, is not available here is not asked for; its remark "
      "says why. One whose number leaves out what speaks for the claim, as its remark then says, cannot be "
      "refuted and is undecided; one whose number leaves out what speaks against it cannot hold: it is "
      "called not refuted. A hypothesis is \"met\" as far as the program compares it with the runs, \"as "
      "stated\" where it compares nothing of it.",
      "Intervals of ratios, shares, differences and exponents are Student's over independent maps on one "
      "sample of rows, or one split, of ratios, errors and shares on the scale of logarithms; exponents of a "
      "single run have the scatter about the fitted line; neither is over other samples. An exponent over a "
      "finite range agrees with an order or does not, as a number does with words of the paper that have "
      "none, and decides nothing of them. A number beside a theorem's "
      "bound has the interval of its own check, which is wider than one of 95 %, or it is the largest of all "
      "draws: what was seen, without an interval. A bound above what can be is vacuous, and its case "
      "undecided. Where the bound leaves a probability that is less than what so many draws bound, or none "
      "came near it, draws within it do not show it: the case is not refuted, and neither holds nor does "
      "not."};
}

Document claims_overview(const std::string& title, const std::vector<MeasuredClaim>& claims) {
  Document document;
  document.name = "claims";
  document.title = "Claims of " + title;
  if (std::ranges::any_of(claims, [](const MeasuredClaim& claim) { return claim.quick; }))
    document.banners.push_back(
        {"QUICK: the numbers are those of smaller problems; no claim is decided by them", Tone::warning});
  const auto regressed = std::ranges::count_if(claims, [](const MeasuredClaim& c) { return c.regressed(); });
  if (regressed > 0)
    document.banners.push_back({fmt::format("{} that held {}", plural(regressed, "claim"),
                                            regressed == 1 ? "is now undecided or does not hold"
                                                           : "are now undecided or do not hold"),
                                Tone::bad});
  document.legend = legend_of_claims();
  for (const bool supplementary : {false, true})
    if (Table table = overview(claims, supplementary); !table.rows.empty())
      document.tables.push_back(std::move(table));
  if (Table table = sensitivity_table(claims); !table.rows.empty())
    document.tables.push_back(std::move(table));
  return document;
}

Document claims_document(const std::string& title, const std::vector<MeasuredClaim>& claims) {
  Document document = claims_overview(title, claims);
  for (const MeasuredClaim& claim : claims) {
    document.tables.push_back(claim_table(claim));
    for (const Table& table : claim.measurement.details) document.tables.push_back(table);
  }
  return document;
}

ResultTable claims_table(const std::vector<MeasuredClaim>& claims) {
  struct Line {
    const MeasuredClaim* claim;
    const ClaimSubject* subject;
  };
  std::vector<Line> lines;
  for (const MeasuredClaim& claim : claims)
    for (const ClaimSubject& subject : claim.measurement.subjects) lines.push_back({&claim, &subject});
  const auto number_of = [](std::optional<MeanInterval> ClaimSubject::*interval,
                            double MeanInterval::*number) {
    return [interval, number](const Line& line) {
      const auto& found = line.subject->*interval;
      return found && std::isfinite((*found).*number) ? std::optional((*found).*number) : std::nullopt;
    };
  };
  const Quantities<Line> columns = {
      {"paper", [](const Line& line) { return line.claim->paper; }},
      {"claim", [](const Line& line) { return line.claim->claim.id; }},
      {"place", [](const Line& line) { return line.claim->claim.place; }},
      {"subject", [](const Line& line) { return line.subject->name; }},
      {"hypothesis_met", [](const Line& line) { return csv_hypothesis(*line.claim, *line.subject); }},
      {"measured", number_of(&ClaimSubject::measured, &MeanInterval::mean)},
      {"low", number_of(&ClaimSubject::measured, &MeanInterval::low)},
      {"high", number_of(&ClaimSubject::measured, &MeanInterval::high)},
      {"sense", [](const Line& line) { return std::string(line.claim->claim.claimed.sense_text()); }},
      {"claimed", [](const Line& line) { return line.claim->claim.claimed.value; }},
      {"tolerance", [](const Line& line) { return line.claim->claim.claimed.tolerance; }},
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
      {"command", [](const Line& line) { return line.claim->command; }},
      {"verdict_low", number_of(&ClaimSubject::refuting, &MeanInterval::low)},
      {"verdict_high", number_of(&ClaimSubject::refuting, &MeanInterval::high)}};
  return table_of_lines(lines, columns);
}

}  // namespace sketchbench
