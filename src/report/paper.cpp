#include "report/paper.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/json.hpp"
#include "features/feature_map.hpp"

namespace sketchbench {
namespace {

constexpr int paper_runs = 5;

std::optional<double> optional_number(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return std::nullopt;
  return found->get<double>();
}

PaperNumber number_from(const Json& entry) {
  PaperNumber number;
  number.accuracy.mean = entry.at("accuracy").get<double>();
  number.accuracy.std = optional_number(entry, "std");
  number.accuracy.n = number.accuracy.std ? paper_runs : 1;
  number.seconds = optional_number(entry, "time");
  number.seconds_are_a_bound = entry.value("time_is", "") == "<";
  return number;
}

std::map<std::string, PaperNumber, std::less<>> numbers_of(const Json& row) {
  std::map<std::string, PaperNumber, std::less<>> numbers;
  for (const auto& [key, value] : row.items())
    if (value.is_object() && value.contains("accuracy")) numbers.emplace(key, number_from(value));
  return numbers;
}

Kernel kernel_from(const Json& json, const std::filesystem::path& file, const std::string& section) {
  StrictObject object(json, file.string(), section);
  return Kernel::parse_short(object);  // the object's other keys are numbers of the table
}

// The paper knows one Random Maclaurin; it is the published form. The restricted one is ours alone.
std::string_view paper_method(std::string_view method) {
  method = defining_map(method);
  return method == "random_maclaurin_published" ? "random_maclaurin" : method;
}

}  // namespace

PaperTable::PaperTable(const std::filesystem::path& file, const std::string& section) {
  const Json document = read_json(file);
  if (!document.is_object() || !document.contains(section))
    fail_input(file, 0, fmt::format("there is no section \"{}\"", section));
  try {
    machine_ = document.value("machine", "");
    const Json& table = document.at(section);
    if (table.is_array()) {  // Table 1's shape: data set by data set, its kernels below
      for (const Json& block : table)
        for (const Json& row : block.at("rows"))
          rows_.push_back({block.at("dataset").get<std::string>(), block.at("D").get<Index>(),
                           kernel_from(row, file, section), numbers_of(row)});
    } else {  // Table 3's shape: one kernel, a row for each data set
      for (const Json& row : table.at("rows"))
        rows_.push_back({row.at("dataset").get<std::string>(), row.at("D").get<Index>(),
                         kernel_from(table.at("kernel"), file, section), numbers_of(row)});
    }
    if (section == "table1" && document.contains("table2")) {  // derived from Table 1's times
      speed_up_kernel_ = kernel_from(document.at("table2").at("kernel"), file, "table2");
      for (const Json& row : document.at("table2").at("rows"))
        speed_ups_.push_back({row.at("dataset").get<std::string>(),
                              row.at("D").get<Index>(),
                              {optional_number(row, "rm_map"), optional_number(row, "rm_train"),
                               optional_number(row, "exact")}});
    }
  } catch (const Json::exception& error) {
    fail_input(file, 0,
               fmt::format("section \"{}\" has another shape than expected: {}", section, error.what()));
  }
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
