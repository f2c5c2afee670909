#include "experiments/accuracy/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/json.hpp"
#include "experiments/accuracy/table_parts.hpp"
#include "harness/config/find_configs.hpp"
#include "report/record_fields.hpp"

namespace sketchbench {
namespace {

constexpr double floor_in_points = 0.1;
constexpr double floor_in_rows = 3;
constexpr double standard_errors = 4;
constexpr double rounding_slack = 1e-6;  // the file holds four decimals of a hundredth

constexpr const char* tolerance_rule =
    "the largest of: 0.1 points; 3 rows of the test set; 4 standard errors of the difference of two means "
    "over as many runs, from the spread of the runs themselves. Seeds are fixed, so an unchanged program "
    "moves only with its libraries and its platform; the standard errors allow for a change that draws "
    "other numbers.";

std::filesystem::path resolve_config(const std::filesystem::path& baseline, const std::string& text) {
  if (!text.ends_with(".json")) return find_config(text);
  return (baseline.parent_path() / text).lexically_normal();
}

struct Tolerance {
  double points;
  std::string why;
};

Tolerance tolerance_for(const Summary& row) {
  Tolerance tolerance{floor_in_points, "the floor of 0.1 points"};
  const double test_rows = number_of(row.done.front(), "/result/n_test", 0);
  if (test_rows > 0 && 100 * floor_in_rows / test_rows > tolerance.points)
    tolerance = {100 * floor_in_rows / test_rows, fmt::format("3 of {:.0f} test rows", test_rows)};
  const double spread = standard_errors * std::sqrt(2.0) * standard_error(row.accuracy);
  if (spread > tolerance.points)
    tolerance = {
        spread,
        fmt::format("4 standard errors of the difference of two means of {} runs with deviation {:.2f}",
                    row.accuracy.n, *row.accuracy.std)};
  return tolerance;
}

double rounded(double value) { return std::round(value * 1e4) / 1e4; }

Json cell_json(const Summary& row) {
  const Tolerance tolerance = tolerance_for(row);
  Json json = {{"dataset", row.dataset_label},
               {"method", row.method_label},
               {"D", row.D},
               {"accuracy", rounded(row.accuracy.mean)},
               {"runs", row.accuracy.n},
               {"std", row.accuracy.std ? Json(rounded(*row.accuracy.std)) : Json()},
               {"tolerance", rounded(tolerance.points)},
               {"why", tolerance.why}};
  json.update(row.kernel.to_short_json());
  return json;
}

/// What ran the records: enough to explain a move that another library version causes.
Json origin_of(const Results& results) {
  Json origin = {{"records", 0}};
  std::string last;
  for (const Summary& row : results.rows) {
    for (const Record& record : row.done) {
      origin["records"] = origin["records"].get<int>() + 1;
      if (started(record) < last) continue;
      last = started(record);
      origin["last_started"] = last;
      origin["program"] = text_of(record, "/run/program");
      origin["compiler"] = text_of(record, "/run/compiler");
      if (record.json.contains("/run/libraries"_json_pointer))
        origin["libraries"] = record.json.at("/run/libraries"_json_pointer);
    }
  }
  return origin;
}

Baseline::Cell read_cell(StrictObject& object) {
  Baseline::Cell cell;
  cell.dataset = object.text("dataset");
  cell.kernel = Kernel::parse_short(object);
  cell.method = object.text("method");
  cell.D = object.integer("D", 0, INT64_MAX);
  cell.accuracy.mean = object.number("accuracy", 0, 100);
  cell.accuracy.n = static_cast<int>(object.integer("runs", 1, 1'000'000));
  if (!object.raw("std").is_null()) cell.accuracy.std = object.number("std", 0, 100);
  cell.tolerance = object.number("tolerance", 0, 100);
  cell.why = object.text_or("why", "");
  object.finish();
  return cell;
}

bool guard_the_same(const Baseline::Cell& a, const Baseline::Cell& b) {
  return a.dataset == b.dataset && a.kernel == b.kernel && a.method == b.method && a.D == b.D;
}

BaselineCheck check_cell(const Baseline::Cell& cell, const Results& results) {
  BaselineCheck check{.cell = cell, .now = {}, .movement = Movement::missing, .remark = {}};
  const auto row = std::find_if(results.rows.begin(), results.rows.end(), [&](const Summary& candidate) {
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
  if (!row->doubt.empty()) {
    check.remark = row->doubt;
    return check;
  }
  if (row->runs() != cell.accuracy.n) {
    check.remark = fmt::format("{} runs, the baseline has {}", row->runs(), cell.accuracy.n);
    return check;
  }
  check.now = row->accuracy.mean;
  const double moved = *check.now - cell.accuracy.mean;
  check.movement = std::abs(moved) <= cell.tolerance + rounding_slack ? Movement::ok
                   : moved < 0                                        ? Movement::regressed
                                                                      : Movement::improved;
  return check;
}

}  // namespace

Baseline read_baseline(const std::filesystem::path& file) {
  const Json json = read_json(file);
  StrictObject document(json, file.string());
  Baseline baseline;
  baseline.config = resolve_config(file, document.text("config"));
  for (const char* for_people : {"generated_from", "tolerance_rule"})
    static_cast<void>(document.has(for_people));
  for (StrictObject& object : document.objects("cells")) baseline.cells.push_back(read_cell(object));
  if (baseline.cells.empty()) document.fail("cells", "at least one number to guard");
  for (std::size_t i = 0; i < baseline.cells.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (guard_the_same(baseline.cells[i], baseline.cells[j]))
        throw InputError(
            fmt::format("{}: \"cells[{}]\" guards the same number as \"cells[{}]\"", file.string(), i, j));
  document.finish();
  return baseline;
}

std::string make_baseline(const Results& results, const std::filesystem::path& file) {
  Json cells = Json::array();
  for (const Summary& row : results.rows) {
    if (row.status != Status::done)
      throw InputError(fmt::format("{}: {} is {} ({}); a baseline needs every run of {}", file.string(),
                                   result_name(row), name_of(row.status), row.reason,
                                   results.config.file.string()));
    if (!row.doubt.empty())
      throw InputError(fmt::format("{}: {}; expected records of one content", file.string(), row.doubt));
    cells.push_back(cell_json(row));
  }
  const auto absolute = [](const std::filesystem::path& path) {
    // A relative path to a file that does not exist yet stays relative without the inner step.
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path));
  };
  const auto config = absolute(results.config.file).lexically_relative(absolute(file).parent_path());
  const Json document = {{"config", config.generic_string()},
                         {"generated_from", origin_of(results)},
                         {"tolerance_rule", tolerance_rule},
                         {"cells", std::move(cells)}};
  return json_text(document, 1) + "\n";
}

std::vector<BaselineCheck> check_baseline(const Baseline& baseline, const Results& results) {
  std::vector<BaselineCheck> checks;
  for (const Baseline::Cell& cell : baseline.cells) checks.push_back(check_cell(cell, results));
  return checks;
}

bool passes(const std::vector<BaselineCheck>& checks) {
  return std::all_of(checks.begin(), checks.end(),
                     [](const BaselineCheck& check) { return check.movement == Movement::ok; });
}

}  // namespace sketchbench
