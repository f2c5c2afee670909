#include "experiments/accuracy/published.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/cell.hpp>

namespace sketchbench {
namespace {

constexpr double most_seconds = 1e10;
constexpr Index most_features = 1'000'000'000, most_runs = 1'000'000, most_decimals = 10;

PaperNumber number_from(StrictObject entry, int runs, std::optional<int> decimals) {
  PaperNumber number{.accuracy = {}, .decimals = decimals};
  number.accuracy.mean = entry.number("accuracy", 0, 100);
  number.accuracy.std = optional_number(entry, "std", 0, 100);
  number.accuracy.n = number.accuracy.std ? runs : 1;
  number.seconds = optional_number(entry, "time", 0, most_seconds);
  if (entry.has("time_is")) {
    if (entry.text("time_is") != "<") entry.fail("time_is", "\"<\", for a time that is an upper bound");
    number.seconds_are_a_bound = true;
  }
  entry.finish();
  return number;
}

/// Every object of a row is a method's number.
std::map<std::string, PaperNumber, std::less<>> numbers_of(StrictObject& row, int runs,
                                                           std::optional<int> decimals) {
  std::map<std::string, PaperNumber, std::less<>> numbers;
  for (const auto& [key, value] : row.json().items())
    if (value.is_object()) numbers.emplace(key, number_from(row.object(key), runs, decimals));
  return numbers;
}

}  // namespace

std::optional<double> optional_number(StrictObject& object, const char* key, double low, double high) {
  if (!object.has(key) || object.raw(key).is_null()) return std::nullopt;
  return object.number(key, low, high);
}

Index published_D(StrictObject& object) { return object.integer("D", 1, most_features); }

PaperTable::PaperTable(const std::filesystem::path& file, const std::string& section) {
  const Json json = read_json(file);
  StrictObject document(json, file.string());
  if (!document.has(section)) fail_input(file, 0, fmt::format("there is no section \"{}\"", section));
  paper_ = document.text_or("paper", "");
  citation_ = document.text_or("citation", "");
  machine_ = document.text_or("machine", "");
  runs_ = static_cast<int>(document.integer("runs", 1, most_runs));
  if (document.has("decimals")) decimals_ = static_cast<int>(document.integer("decimals", 0, most_decimals));
  if (document.has("official_splits")) read_official_splits(document);
  if (document.has("methods")) read_methods(document.object("methods"));
  if (document.raw(section).is_array())
    for (StrictObject& block : document.objects(section)) read_block(block);
  else
    read_rows_of_one_kernel(document.object(section));
}

void PaperTable::read_official_splits(StrictObject& document) {
  const Json& names = document.raw("official_splits");
  if (!names.is_array()) document.fail("official_splits", "a list of data sets");
  for (const Json& one : names) {
    if (!one.is_string()) document.fail("official_splits", "a list of data sets");
    official_splits_.push_back(one.get<std::string>());
  }
}

bool PaperTable::has_official_split(std::string_view dataset) const {
  return std::ranges::find(official_splits_, dataset) != official_splits_.end();
}

void PaperTable::read_methods(StrictObject methods) {
  for (const auto& [key, value] : methods.json().items()) {
    StrictObject method = methods.object(key);
    methods_.push_back({.map = method.text("map"), .key = key, .title = method.text("title")});
    if (std::ranges::find(feature_map_kinds(), methods_.back().map, &FeatureMapKind::name) ==
        feature_map_kinds().end())
      method.fail("map", "the name of a feature map");
    method.finish();
  }
}

const PaperTable::Method* PaperTable::find_method(std::string_view method) const {
  const auto found = std::ranges::find(methods_, defining_map(method), &Method::map);
  return found == methods_.end() ? nullptr : &*found;
}

/// Table 1's shape: a data set, its kernels below.
void PaperTable::read_block(StrictObject& block) {
  const std::string dataset = block.text("dataset");
  const Index D = published_D(block);
  for (const char* for_people : {"n", "d"}) static_cast<void>(block.has(for_people));
  for (StrictObject& row : block.objects("rows")) {
    const Kernel kernel = Kernel::parse_short(row);
    add(row, {dataset, D, kernel, numbers_of(row, runs_, decimals_)});
    row.finish();
  }
  block.finish();
}

/// Table 3's shape: one kernel, a row for each data set.
void PaperTable::read_rows_of_one_kernel(StrictObject table) {
  StrictObject kernel_keys = table.object("kernel");
  const Kernel kernel = Kernel::parse_short(kernel_keys);
  kernel_keys.finish();
  for (StrictObject& row : table.objects("rows")) {
    const std::string dataset = row.text("dataset");
    add(row, {dataset, published_D(row), kernel, numbers_of(row, runs_, decimals_)});
    row.finish();
  }
  table.finish();
}

void PaperTable::add(const StrictObject& place, Row row) {
  for (const Row& other : rows_)
    if (other.dataset == row.dataset && other.D == row.D && other.kernel == row.kernel)
      throw InputError(fmt::format("{}: there is a row for {}, {} and D = {} already", place.place("dataset"),
                                   row.dataset, row.kernel.display(), row.D));
  rows_.push_back(std::move(row));
}

std::optional<PaperNumber> PaperTable::find(std::string_view dataset, const Kernel& kernel,
                                            std::string_view method, Index D) const {
  const Method* known = find_method(method);
  const std::string_view key = known == nullptr ? defining_map(method) : known->key;
  for (const Row& row : rows_) {
    if (row.dataset != dataset || row.kernel != kernel) continue;
    if (method != exact_method && row.D != D) continue;
    const auto found = row.by_method.find(key);
    if (found != row.by_method.end()) return found->second;
  }
  return std::nullopt;
}

std::string paper_time_text(const PaperNumber& number) {
  if (!number.seconds) return "";
  const double seconds = *number.seconds;
  const std::string bound = number.seconds_are_a_bound ? "< " : "";
  if (seconds < 60) return fmt::format("{}{:.4g} s", bound, seconds);
  if (seconds < 3600) return fmt::format("{}{:.3g} min", bound, seconds / 60);
  return fmt::format("{}{:.3g} h", bound, seconds / 3600);
}

std::optional<std::size_t> PaperTable::place(std::string_view dataset) const {
  std::vector<std::string_view> in_order;
  for (const Row& row : rows_)
    if (std::ranges::find(in_order, row.dataset) == in_order.end()) in_order.push_back(row.dataset);
  const auto found = std::ranges::find(in_order, dataset);
  if (found == in_order.end()) return std::nullopt;
  return static_cast<std::size_t>(found - in_order.begin());
}

std::optional<std::string> PaperTable::title(std::string_view method) const {
  const Method* known = find_method(method);
  return known == nullptr ? std::nullopt : std::optional(known->title);
}

}  // namespace sketchbench
