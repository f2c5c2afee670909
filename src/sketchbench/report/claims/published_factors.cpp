#include <sketchbench/report/claims/published_factors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

constexpr double largest_factor = 1e10;
constexpr Index most_features = 1'000'000'000;

Kernel kernel_of(StrictObject& table) {
  StrictObject keys = table.object("kernel");
  const Kernel kernel = Kernel::parse_short(keys);
  keys.finish();
  return kernel;
}

PublishedFactors read_section(const std::string& section, const std::vector<const ResultTable*>& tables) {
  for (const ResultTable* table : tables) {
    if (!table->config->compare_with) continue;
    const std::filesystem::path& file = table->config->compare_with->file;
    if (auto factors = PublishedFactors::read(file, section)) return std::move(*factors);
    fail_input(file, 0, fmt::format("there is no section \"{}\" with factors", section));
  }
  throw InputError(
      fmt::format("{}: \"compare_with\" names no published numbers, whose section \"{}\" a claim asks for",
                  tables.front()->config->file.string(), section));
}

}  // namespace

double rounding_of(double factor) {
  double unit = 1;
  while (factor >= 10 * unit && std::fmod(factor, 10 * unit) == 0) unit *= 10;
  return unit / 2;
}

PublishedFactors::PublishedFactors(StrictObject table) : file_(table.file()), kernel_(kernel_of(table)) {
  static_cast<void>(table.has("meaning"));
  for (StrictObject& row : table.objects("rows")) {
    Row& made = rows_.emplace_back(Row{row.text("dataset"), row.integer("D", 1, most_features), {}});
    for (const auto& [column, value] : row.json().items()) {
      if (column == "dataset" || column == "D") continue;
      made.factors[column] =
          row.raw(column).is_null() ? std::nullopt : std::optional(row.number(column, 0, largest_factor));
    }
    row.finish();
  }
  table.finish();
}

PublishedFactors::PublishedFactors(const std::string& section, const std::vector<const ResultTable*>& tables)
    : PublishedFactors(read_section(section, tables)) {}

std::optional<PublishedFactors> PublishedFactors::read(const std::filesystem::path& file,
                                                       const std::string& section) {
  const Json json = read_json(file);
  StrictObject document(json, file.string());
  if (!document.has(section)) return std::nullopt;
  return PublishedFactors(document.object(section));
}

bool PublishedFactors::has(std::string_view dataset, Index D) const {
  return std::ranges::any_of(rows_, [&](const Row& row) { return row.dataset == dataset && row.D == D; });
}

std::optional<double> PublishedFactors::find(std::string_view dataset, Index D,
                                             const std::string& column) const {
  for (const Row& row : rows_) {
    const auto found = row.factors.find(column);
    if (row.dataset == dataset && row.D == D && found != row.factors.end()) return found->second;
  }
  return std::nullopt;
}

std::optional<double> PublishedFactors::find(const RunGroup& group, const std::string& column) const {
  std::vector<std::string> columns;
  for (const Row& row : rows_)
    for (const auto& [name, factor] : row.factors) columns.push_back(name);
  if (std::ranges::find(columns, column) == columns.end()) {
    try {
      fail_unknown("column of factors", column, columns);
    } catch (const InputError& error) {
      fail_input(file_, 0, error.what());
    }
  }
  return kernel_ == group.kernel ? find(group.facts.stands_for, group.D, column) : std::nullopt;
}

}  // namespace sketchbench
