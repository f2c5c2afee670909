#include <sketchbench/report/baseline/baseline.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/table_cells.hpp>

namespace sketchbench {
namespace {

constexpr double floor_in_points = 0.1;
constexpr double floor_in_rows = 3;
constexpr double floor_in_proportion = 0.01;
constexpr double standard_errors = 4;

constexpr const char* usual_number = "accuracy";  // of baselines that do not say

/// The rule of tolerance_for() in words.
std::string tolerance_rule(const GroupQuantity& guarded) {
  return fmt::format(
      "the largest of: {}; 4 standard errors of the difference of two means over as many runs, from the "
      "spread of the runs themselves. Seeds are fixed, so an unchanged program moves only with its libraries "
      "and its platform; the standard errors allow for a change that draws other numbers.",
      guarded.per_cent() ? "0.1 points; 3 rows of the test set" : "1 % of the number");
}

std::filesystem::path resolve_config(const std::filesystem::path& baseline, const std::string& text) {
  if (!text.ends_with(".json")) return find_config(text);
  return (baseline.parent_path() / text).lexically_normal();
}

struct Tolerance {
  double size;  ///< in units of the number
  std::string why;
};

Tolerance floor_for(const GuardedRow& row, const GroupQuantity& guarded) {
  if (!guarded.per_cent()) return {floor_in_proportion * row.number.mean, "the floor of 1 % of the number"};
  const double test_rows = number_of(row.done.front(), "/result/n_test", 0);
  if (test_rows > 0 && 100 * floor_in_rows / test_rows > floor_in_points)
    return {100 * floor_in_rows / test_rows, fmt::format("3 of {:.0f} test rows", test_rows)};
  return {floor_in_points, "the floor of 0.1 points"};
}

Tolerance tolerance_for(const GuardedRow& row, const GroupQuantity& guarded) {
  const double spread = standard_errors * std::sqrt(2.0) * standard_error(row.number);
  Tolerance floor = floor_for(row, guarded);
  if (spread <= floor.size) return floor;
  const std::string deviation =
      guarded.per_cent() ? fmt::format("{:.2f}", *row.number.std) : fmt::format("{:.3g}", *row.number.std);
  return {spread, fmt::format("4 standard errors of the difference of two means of {} runs with deviation {}",
                              row.number.n, deviation)};
}

/// Four decimals of a percentage, six significant digits of an error.
double rounded(double value, const GroupQuantity& guarded) {
  if (guarded.per_cent()) return std::round(value * 1e4) / 1e4;
  return std::stod(fmt::format("{:.6g}", value));
}

Json cell_json(const GuardedRow& row, const GroupQuantity& guarded) {
  const Tolerance tolerance = tolerance_for(row, guarded);
  Json json = {{"dataset", row.dataset_label},
               {"method", row.method_label},
               {"D", row.D},
               {guarded.ranking->name, rounded(row.number.mean, guarded)},
               {"runs", row.number.n},
               {"std", row.number.std ? Json(rounded(*row.number.std, guarded)) : Json()},
               {"tolerance", rounded(tolerance.size, guarded)},
               {"why", tolerance.why}};
  json.update(row.kernel.to_short_json());
  return json;
}

/// What ran the records: enough to explain a move that another library version causes.
Json origin_of(const GuardedResults& results) {
  Json origin = {{"records", 0}};
  std::string last;
  for (const GuardedRow& row : results.rows) {
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

Baseline::Cell read_cell(StrictObject& object, const GroupQuantity& guarded) {
  constexpr double largest_error = 1e300;
  const double largest = guarded.per_cent() ? 100 : largest_error;
  Baseline::Cell cell;
  cell.dataset = object.text("dataset");
  cell.kernel = Kernel::parse_short(object);
  cell.method = object.text("method");
  cell.D = object.integer("D", 0, INT64_MAX);
  cell.number.mean = object.number(guarded.ranking->name, 0, largest);
  cell.number.n = static_cast<int>(object.integer("runs", 1, 1'000'000));
  if (!object.raw("std").is_null()) cell.number.std = object.number("std", 0, largest);
  cell.tolerance = object.number("tolerance", 0, largest);
  cell.why = object.text_or("why", "");
  object.finish();
  return cell;
}

bool guard_the_same(const Baseline::Cell& a, const Baseline::Cell& b) {
  return a.dataset == b.dataset && a.kernel == b.kernel && a.method == b.method && a.D == b.D;
}

}  // namespace

GuardedRow::GuardedRow(RunGroup group, const GroupQuantity& guarded)
    : RunGroup(std::move(group)), number(guarded.value(*this).number) {}

GuardedResults guarded_results(const Config& config, const ReportSources& sources) {
  const GroupQuantity* guarded = guarded_quantity(find_experiment(config.experiment));
  if (guarded == nullptr)
    throw InputError(fmt::format("{}: the experiment \"{}\" has no number that a baseline could guard",
                                 config.file.string(), config.experiment));
  RunGroups groups = group_runs(config, sources);
  tell_columns_apart(groups.groups);
  GuardedResults results{.config = std::move(groups.config),
                         .guarded = guarded,
                         .rows = {},
                         .datasets = sources.datasets,
                         .left_out = std::move(groups.left_out)};
  for (RunGroup& group : groups.groups) results.rows.emplace_back(std::move(group), *guarded);
  return results;
}

Baseline read_baseline(const std::filesystem::path& file) {
  const Json json = read_json(file);
  StrictObject document(json, file.string());
  Baseline baseline;
  baseline.config = resolve_config(file, document.text("config"));
  const std::string number = document.text_or("number", usual_number);
  try {
    baseline.guarded = &find_guarded_quantity(number);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", document.place("number"), error.what()));
  }
  for (const char* for_people : {"generated_from", "tolerance_rule"})
    static_cast<void>(document.has(for_people));
  for (StrictObject& object : document.objects("cells"))
    baseline.cells.push_back(read_cell(object, *baseline.guarded));
  if (baseline.cells.empty()) document.fail("cells", "at least one number to guard");
  for (std::size_t i = 0; i < baseline.cells.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (guard_the_same(baseline.cells[i], baseline.cells[j]))
        throw InputError(
            fmt::format("{}: \"cells[{}]\" guards the same number as \"cells[{}]\"", file.string(), i, j));
  document.finish();
  return baseline;
}

std::string make_baseline(const GuardedResults& results, const std::filesystem::path& file) {
  Json cells = Json::array();
  for (const GuardedRow& row : results.rows) {
    if (row.status != Status::done)
      throw InputError(fmt::format("{}: {} is {} ({}); a baseline needs every run of {}", file.string(),
                                   result_name(row), name_of(row.status), row.reason,
                                   results.config.file.string()));
    if (!row.data_mismatch.empty())
      throw InputError(
          fmt::format("{}: {}; expected records of one content", file.string(), row.data_mismatch));
    cells.push_back(cell_json(row, *results.guarded));
  }
  const auto absolute = [](const std::filesystem::path& path) {
    // A relative path to a file that does not exist yet stays relative without the inner step.
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path));
  };
  const auto config = absolute(results.config.file).lexically_relative(absolute(file).parent_path());
  Json document = {{"config", config.generic_string()},
                   {"generated_from", origin_of(results)},
                   {"tolerance_rule", tolerance_rule(*results.guarded)},
                   {"cells", std::move(cells)}};
  if (results.guarded->ranking->name != usual_number) document["number"] = results.guarded->ranking->name;
  return json_text(document, 1) + "\n";
}

}  // namespace sketchbench
