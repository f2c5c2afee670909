#include <fmt/format.h>

#include <sketchbench/report/results/measured_rows.hpp>
#include "experiments/sampling_theorems/report.hpp"
#include "experiments/sampling_theorems/tables.hpp"

namespace sketchbench {
namespace {

/// What a cell's record says of an inequality.
struct Line {
  const TheoremsCell* cell;
  const TheoremCheck* check;  ///< null for a cell without a record

  operator const RunGroup&() const { return *cell; }  // NOLINT: a line about a group of runs
};

struct Lines {
  TheoremsResults results;
  Config config = {};
  std::vector<Line> lines = {};
};

/// The largest of all draws over its bound: what was seen, without an interval.
std::optional<MeanInterval> share_of(const Line& line, double /*confidence*/) {
  if (line.check == nullptr) return std::nullopt;
  const double share = line.check->decisive.share();
  return MeanInterval{share, share, share};
}

const Quantities<Line>& quantities() {
  static const Quantities<Line> all = [] {
    Quantities<Line> quantities = {
        {"theorem",
         [](const Line& line) { return line.check == nullptr ? "" : line.check->statement.theorem; }},
        {"quantity",
         [](const Line& line) { return line.check == nullptr ? "" : line.check->statement.quantity; }},
        {"bound_share", [](const Line& line) {
           return line.check == nullptr ? std::nullopt : std::optional(line.check->decisive.share());
         }}};
    quantities.back().interval = share_of;
    return quantities;
  }();
  return all;
}

/// Whether more trials are beyond the bound than the theorem leaves room for.
bool is_broken(const TheoremCheck& check) {
  if (check.broken == 0) return false;
  return !check.statement.allowed || check.broken_share().low > *check.statement.allowed;
}

std::string title_of(const Line& line) {
  std::string title = line.cell->title();
  if (line.check == nullptr || line.check->statement.matrix.empty()) return title;
  title += ", " + line.check->statement.matrix;
  if (const double s = line.check->statement.s.value_or(1); s > 1) title += fmt::format(", s = {:g}", s);
  return title;
}

RowCheck check_of(const Line& line) {
  RowCheck check{.title = title_of(line), .compares_hypothesis = true};
  if (line.check == nullptr) return check;
  const TheoremCheck& found = *line.check;
  check.refutable = is_broken(found);
  if (found.applying == 0) check.unmet = found.statement.hypothesis;
  // A theorem on values that are not trivial, for one, where all are.
  if (found.decisive.share() <= 0) check.says_little = "no value that the bound is about";
  if (found.broken > 0)
    check.remark = fmt::format("{} of {} draws are beyond the bound", found.broken,
                               found.applying > 0 ? found.applying : found.trials);
  if (!found.remark.empty()) check.remark += (check.remark.empty() ? "" : "; ") + found.remark;
  return check;
}

}  // namespace

MeasuredRows sampling_theorems_measured(const Config& config, const ReportSources& sources) {
  const auto lines = std::make_shared<Lines>(Lines{.results = run_rows<TheoremsCell>(config, sources)});
  lines->config = lines->results.config;
  for (const TheoremsCell& cell : lines->results.rows) {
    if (!cell.theorems) lines->lines.push_back({&cell, nullptr});
    if (cell.theorems)
      for (const TheoremCheck& check : cell.theorems->checks) lines->lines.push_back({&cell, &check});
  }
  MeasuredRows measured = measured_rows(std::shared_ptr<const Lines>(lines), lines->lines, quantities());
  for (std::size_t i = 0; i < lines->lines.size(); ++i) measured.rows[i].check = check_of(lines->lines[i]);
  for (const TheoremQuantity& quantity : theorem_quantities()) {
    measured.words["theorem"].push_back(quantity.theorem);
    measured.words["quantity"].push_back(quantity.quantity);
  }
  return measured;
}

}  // namespace sketchbench
