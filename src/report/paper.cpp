#include "report/paper.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/json.hpp"
#include "features/feature_map.hpp"

namespace sketchbench {
namespace {

constexpr int paper_runs = 5;

constexpr double most_seconds = 1e10, most_times_faster = 1e10;
constexpr Index most_features = 1'000'000'000;

/// None where the key is missing or null.
std::optional<double> optional_number(StrictObject& object, const char* key, double low, double high) {
  if (!object.has(key) || object.raw(key).is_null()) return std::nullopt;
  return object.number(key, low, high);
}

PaperNumber number_from(StrictObject entry) {
  PaperNumber number;
  number.accuracy.mean = entry.number("accuracy", 0, 100);
  number.accuracy.std = optional_number(entry, "std", 0, 100);
  number.accuracy.n = number.accuracy.std ? paper_runs : 1;
  number.seconds = optional_number(entry, "time", 0, most_seconds);
  if (entry.has("time_is")) {
    if (entry.text("time_is") != "<") entry.fail("time_is", "\"<\", for a time that is an upper bound");
    number.seconds_are_a_bound = true;
  }
  entry.finish();
  return number;
}

/// Every object of a row is a method's number.
std::map<std::string, PaperNumber, std::less<>> numbers_of(StrictObject& row) {
  std::map<std::string, PaperNumber, std::less<>> numbers;
  for (const auto& [key, value] : row.json().items())
    if (value.is_object()) numbers.emplace(key, number_from(row.object(key)));
  return numbers;
}

Index features_of(StrictObject& object) { return object.integer("D", 1, most_features); }

// The paper knows one Random Maclaurin; it is the published form. The restricted one is ours alone.
std::string_view paper_method(std::string_view method) {
  method = defining_map(method);
  return method == "random_maclaurin_published" ? "random_maclaurin" : method;
}

}  // namespace

PaperTable::PaperTable(const std::filesystem::path& file, const std::string& section) {
  const Json json = read_json(file);
  StrictObject document(json, file.string());
  if (!document.has(section)) fail_input(file, 0, fmt::format("there is no section \"{}\"", section));
  machine_ = document.text_or("machine", "");
  if (document.raw(section).is_array())
    for (StrictObject& block : document.objects(section)) read_block(block);
  else
    read_rows_of_one_kernel(document.object(section));
  if (section == "table1" && document.has("table2"))  // derived from Table 1's times
    read_speed_ups(document.object("table2"));
}

/// Table 1's shape: a data set, its kernels below.
void PaperTable::read_block(StrictObject& block) {
  const std::string dataset = block.text("dataset");
  const Index D = features_of(block);
  for (const char* for_people : {"n", "d"}) static_cast<void>(block.has(for_people));
  for (StrictObject& row : block.objects("rows")) {
    const Kernel kernel = Kernel::parse_short(row);
    add(row, {dataset, D, kernel, numbers_of(row)});
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
    add(row, {dataset, features_of(row), kernel, numbers_of(row)});
    row.finish();
  }
  table.finish();
}

void PaperTable::read_speed_ups(StrictObject table) {
  StrictObject kernel_keys = table.object("kernel");
  speed_up_kernel_ = Kernel::parse_short(kernel_keys);
  kernel_keys.finish();
  static_cast<void>(table.has("meaning"));
  for (StrictObject& row : table.objects("rows")) {
    const auto times_faster = [&](const char* key) {
      return optional_number(row, key, 0, most_times_faster);
    };
    speed_ups_.push_back({row.text("dataset"),
                          features_of(row),
                          {times_faster("rm_map"), times_faster("rm_train"), times_faster("exact")}});
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
  for (const Row& row : rows_) {
    if (row.dataset != dataset || row.kernel != kernel) continue;
    if (method != "exact" && row.D != D) continue;
    const auto found = row.by_method.find(paper_method(method));
    if (found != row.by_method.end()) return found->second;
  }
  return std::nullopt;
}

std::optional<PaperSpeedUps> PaperTable::speed_ups(std::string_view dataset, Index D) const {
  for (const SpeedUpRow& row : speed_ups_)
    if (row.dataset == dataset && row.D == D) return row.values;
  return std::nullopt;
}

std::string_view paper_dataset(std::string_view dataset) {
  return dataset == "gisette_sim" ? "gisette" : dataset;
}

}  // namespace sketchbench
