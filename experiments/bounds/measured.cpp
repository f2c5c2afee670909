#include <fmt/format.h>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/results/measured_rows.hpp>
#include "experiments/bounds/report.hpp"
#include "experiments/bounds/results.hpp"

namespace sketchbench {
namespace {

/// What a cell's record says of a statement.
struct Line {
  const CheckedCell* cell;
  const LemmaStatement* statement;  ///< null for a cell without a record
  const BoundCheck* check;          ///< null where the record does not tell

  operator const RunGroup&() const { return *cell; }  // NOLINT: a line about a group of runs
};

struct Lines {
  BoundsResults results;
  Config config = {};
  std::vector<Line> lines = {};
};

/// In units of the bound, or as it is where that is 0. An end that says nothing is where it was measured: of
/// a largest value only what was seen is known.
std::optional<MeanInterval> share_of(const Line& line, double /*confidence*/) {
  if (line.check == nullptr || !line.check->decisive) return std::nullopt;
  const Comparison& comparison = *line.check->decisive;
  const double unit = comparison.bound > 0 ? comparison.bound : 1;
  return MeanInterval{comparison.measured / unit, comparison.low.value_or(comparison.measured) / unit,
                      comparison.high.value_or(comparison.measured) / unit};
}

const Quantities<Line>& quantities() {
  static const Quantities<Line> all = [] {
    Quantities<Line> quantities = {
        {"lemma", [](const Line& line) { return line.statement == nullptr ? "" : line.statement->lemma; }},
        {"quantity",
         [](const Line& line) { return line.statement == nullptr ? "" : line.statement->quantity; }},
        {"bound_share", [](const Line& line) {
           const auto share = share_of(line, 0);
           return share ? std::optional(share->mean) : std::nullopt;
         }}};
    quantities.back().interval = share_of;
    return quantities;
  }();
  return all;
}

RowCheck check_of(const Line& line) {
  const CheckedCell& cell = *line.cell;
  RowCheck check{.title =
                     fmt::format("{}, p = {}, D = {}", points_title(cell), cell.degree, with_commas(cell.D))};
  if (line.check != nullptr && line.check->decisive) {
    check.level = cell.level;
  } else if (!cell.done.empty()) {
    check.skipped = line.check != nullptr;
    check.remark = line.check == nullptr ? "the record does not tell" : line.check->remark;
  }
  return check;
}

}  // namespace

MeasuredRows bounds_measured(const Config& config, const ReportSources& sources) {
  const auto lines = std::make_shared<Lines>(Lines{.results = bounds_results(config, sources)});
  lines->config = lines->results.config;
  for (const CheckedCell& cell : lines->results.cells) {
    if (cell.done.empty()) lines->lines.push_back({&cell, nullptr, nullptr});
    if (!cell.done.empty())
      for (const LemmaStatement& statement : lemma_statements())
        lines->lines.push_back({&cell, &statement, cell.find(statement.lemma, statement.quantity)});
  }
  MeasuredRows measured = measured_rows(std::shared_ptr<const Lines>(lines), lines->lines, quantities());
  for (std::size_t i = 0; i < lines->lines.size(); ++i) measured.rows[i].check = check_of(lines->lines[i]);
  for (const LemmaStatement& statement : lemma_statements()) {
    measured.words["lemma"].push_back(statement.lemma);
    measured.words["quantity"].push_back(statement.quantity);
  }
  return measured;
}

}  // namespace sketchbench
