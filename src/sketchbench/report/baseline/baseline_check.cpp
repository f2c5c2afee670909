#include <sketchbench/report/baseline/baseline_check.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {

namespace {

constexpr double rounding_slack = 1e-6;           // the file holds four decimals of a hundredth,
constexpr double relative_rounding_slack = 1e-5;  // or six significant digits

double slack_of(const Baseline::Cell& cell, const GroupQuantity& guarded) {
  return guarded.per_cent() ? rounding_slack : relative_rounding_slack * cell.number.mean;
}

Movement movement_of(double moved, double allowed, const GroupQuantity& guarded) {
  if (std::abs(moved) <= allowed) return Movement::ok;
  return guarded.ranking->merit(moved) > 0 ? Movement::improved : Movement::regressed;
}

BaselineCheck check_cell(const Baseline::Cell& cell, const GroupQuantity& guarded,
                         const GuardedResults& results) {
  BaselineCheck check{.cell = cell, .now = {}, .movement = Movement::missing, .remark = {}};
  const auto row = std::find_if(results.rows.begin(), results.rows.end(), [&](const GuardedRow& candidate) {
    return candidate.dataset_label == cell.dataset && candidate.kernel == cell.kernel &&
           candidate.method_label == cell.method && candidate.D == cell.D;
  });
  if (row == results.rows.end()) {
    check.remark = "the configuration has no such result any more";
    return check;
  }
  if (row->status != Status::done) {
    check.remark = fmt::format("{}: {}", name_of(row->status), row->reason);
    return check;
  }
  if (!row->data_mismatch.empty()) {
    check.remark = row->data_mismatch;
    return check;
  }
  if (row->number.n != cell.number.n) {
    check.remark = fmt::format("{} runs, the baseline has {}", row->number.n, cell.number.n);
    return check;
  }
  check.now = row->number.mean;
  check.movement =
      movement_of(*check.now - cell.number.mean, cell.tolerance + slack_of(cell, guarded), guarded);
  return check;
}

}  // namespace

std::vector<BaselineCheck> check_baseline(const Baseline& baseline, const GuardedResults& results) {
  if (baseline.guarded->ranking->name != results.guarded->ranking->name)
    throw InputError(fmt::format("{}: the experiment \"{}\" measures \"{}\", the baseline guards \"{}\"",
                                 results.config.file.string(), results.config.experiment,
                                 results.guarded->ranking->name, baseline.guarded->ranking->name));
  std::vector<BaselineCheck> checks;
  for (const Baseline::Cell& cell : baseline.cells)
    checks.push_back(check_cell(cell, *baseline.guarded, results));
  return checks;
}

bool passes(const std::vector<BaselineCheck>& checks) {
  return std::all_of(checks.begin(), checks.end(),
                     [](const BaselineCheck& check) { return check.movement == Movement::ok; });
}

namespace {

Text verdict(Movement movement) {
  switch (movement) {
    case Movement::ok:
      return {"ok", Tone::good};
    case Movement::regressed:
      return {"REGRESSED", Tone::bad};
    case Movement::improved:
      return {"IMPROVED", Tone::bad};
    case Movement::missing:
      return {"MISSING", Tone::bad};
  }
  return {};
}

/// A label of a cell, "adult[500]", has nothing but its form to tell where the name ends.
std::string dataset_title(const Baseline::Cell& cell, const GuardedResults& results) {
  const auto end = std::min(cell.dataset.find_first_of("[:"), cell.dataset.size());
  return title_of_label(results.datasets.of(cell.dataset.substr(0, end)).title,
                        std::string_view(cell.dataset).substr(end));
}

std::string name_of_cell(const Baseline::Cell& cell, const GuardedResults& results) {
  return fmt::format("{}, {}, {}{}", dataset_title(cell, results), cell.kernel.display(),
                     method_short(cell.method),
                     cell.D > 0 ? fmt::format(", D = {}", with_commas(cell.D)) : "");
}

/// How numbers of one kind and their moves are written.
struct Words {
  const GroupQuantity& guarded;

  std::string baseline(const Sample& number) const {
    return guarded.per_cent() ? percent_text(number) : significant_text(number);
  }
  std::string now(double value) const {
    return guarded.per_cent() ? fmt::format("{:.2f}", value)
                              : significant_text({.n = 1, .mean = value, .std = {}});
  }
  /// In points, or in per cent of the number that it was.
  std::string moved(double by, double from) const {
    if (guarded.per_cent()) return points_text(by);
    return from > 0 ? points_text(100 * by / from) + " %" : significant_text({.n = 1, .mean = by, .std = {}});
  }
  std::string allowed(const Baseline::Cell& cell) const {
    const double mean = cell.number.mean;
    if (guarded.per_cent()) return fmt::format("±{:.2f}", cell.tolerance);
    return mean > 0 ? fmt::format("±{:.2f} %", 100 * cell.tolerance / mean) : "–";
  }
};

std::vector<TableCell> row_of(const BaselineCheck& check, const GuardedResults& results) {
  const Text verdict_word = verdict(check.movement);
  const Words words{*results.guarded};
  const double from = check.cell.number.mean;
  return {one_line(name_of_cell(check.cell, results)),
          one_line(words.baseline(check.cell.number)),
          one_line(check.now ? words.now(*check.now) : "–"),
          one_line(check.now ? words.moved(*check.now - from, from) : "–"),
          one_line(words.allowed(check.cell)),
          one_line(verdict_word.text, verdict_word.tone)};
}

bool guarded(const Baseline& baseline, const GuardedRow& row) {
  return std::any_of(baseline.cells.begin(), baseline.cells.end(), [&](const Baseline::Cell& cell) {
    return cell.dataset == row.dataset_label && cell.kernel == row.kernel &&
           cell.method == row.method_label && cell.D == row.D;
  });
}

Text outcome(const std::vector<BaselineCheck>& checks) {
  const auto count = [&](Movement movement) {
    return std::count_if(checks.begin(), checks.end(),
                         [&](const BaselineCheck& c) { return c.movement == movement; });
  };
  const std::string of = plural(static_cast<std::int64_t>(checks.size()), "number");
  if (passes(checks)) return {fmt::format("{} checked, none moved by more than it may.", of), Tone::good};
  return {fmt::format("Of {}: {} regressed, {} improved, {} missing. If a change is intended, regenerate "
                      "the baseline with --write.",
                      of, count(Movement::regressed), count(Movement::improved), count(Movement::missing)),
          Tone::bad};
}

}  // namespace

Document baseline_document(const Baseline& baseline, const GuardedResults& results,
                           const std::vector<BaselineCheck>& checks) {
  Document document;
  document.name = results.config.name;
  document.title = fmt::format("Regression check of {}", results.config.name);
  document.banners = {outcome(checks)};
  Table table;
  table.caption = results.guarded->ranking->title + " against the baseline";
  table.columns = {{{"Result"}, false},  {{"Baseline"}, false}, {{"Now"}, true},
                   {{"Moved by"}, true}, {{"Allowed"}, true},   {{""}, false}};
  for (const BaselineCheck& check : checks) {
    table.rows.push_back(row_of(check, results));
    if (check.movement == Movement::missing)
      table.notes.push_back(fmt::format("{}: {}", name_of_cell(check.cell, results), check.remark));
    else if (check.movement != Movement::ok)
      table.notes.push_back(
          fmt::format("{}: allowed is {}", name_of_cell(check.cell, results), check.cell.why));
  }
  for (const GuardedRow& row : results.rows)
    if (!guarded(baseline, row))
      table.notes.push_back(fmt::format("{}: not in the baseline", result_name(row)));
  document.tables = {std::move(table)};
  if (!results.left_out.empty()) document.notes.push_back({"Records left out", results.left_out});
  return document;
}

}  // namespace sketchbench
