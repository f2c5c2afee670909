#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/report/csv.hpp>
#include <sketchbench/report/quote/quote.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/results/run_totals.hpp>

namespace sketchbench {
namespace {

/// What workers took that trained a learner on one data set.
struct WorkerMemory {
  std::string dataset, title;
  Index D = 0;  ///< of the run that took the most
  int records = 0;
  double peak = 0, data = 0, features = 0;  ///< bytes, of that run
};

/// A sparse matrix takes 8 bytes for each value and for each row's place; a row of the data has a label and a
/// place of 12.
void take_peak(WorkerMemory& of, const Record& record) {
  const auto count = [&](const char* key) { return number_of(record, std::string("/data/") + key, 0); };
  ++of.records;
  if (record.peak_rss_bytes() <= of.peak) return;
  of.peak = record.peak_rss_bytes();
  of.D = record.cell.D;
  of.data = 8 * (count("nnz_train") + count("nnz_test")) + 12 * (count("n_train") + count("n_test")) + 16;
  of.features = 4 * count("n_train") * static_cast<double>(of.D);
}

/// A line for each data set, by ascending peak. Maps that are made from training rows are left out: making
/// them takes memory of its own.
TextTable memory_table(const std::string& learner, const std::vector<Report>& reports) {
  std::vector<WorkerMemory> all;
  std::set<std::string> counted;
  for (const Report& report : reports)
    for (const RunGroup& group : report.groups)
      for (const Record& record : group.done) {
        if (text_of(record, "/cell/learner/type") != learner ||
            record.json.at("result").contains("map_facts") || !counted.insert(record.id).second)
          continue;
        auto of = std::ranges::find(all, group.dataset.name, &WorkerMemory::dataset);
        if (of == all.end()) of = all.insert(of, {.dataset = group.dataset.name, .title = group.facts.title});
        take_peak(*of, record);
      }
  std::ranges::sort(all, {}, &WorkerMemory::peak);
  const auto bytes = [](const char* key, double WorkerMemory::*of) {
    return Quantity<WorkerMemory>({.key = key, .form = Form::count}, of);
  };
  return csv_table(Quantities<WorkerMemory>{{"dataset", &WorkerMemory::dataset},
                                            {"title", &WorkerMemory::title},
                                            {{.key = "D", .form = Form::count}, &WorkerMemory::D},
                                            {{.key = "records", .form = Form::count}, &WorkerMemory::records},
                                            bytes("data_bytes", &WorkerMemory::data),
                                            bytes("features_bytes", &WorkerMemory::features),
                                            bytes("peak_bytes", &WorkerMemory::peak)},
                   all);
}

TextTable table_of_json(const std::string& name) {
  const auto sign = name.find('#');
  const Json document = read_json(name.substr(0, sign));
  const Json::json_pointer place("/" + name.substr(sign + 1));
  if (!document.contains(place))
    throw InputError(fmt::format("{}: there is nothing at {}", name.substr(0, sign), name.substr(sign + 1)));
  return text_table_of_json(name, document.at(place));
}

}  // namespace

TextTable quoted_table(const std::string& name, const QuoteSources& sources) {
  constexpr std::string_view memory = "memory/";
  if (name.find(".json#") != std::string::npos) return table_of_json(name);
  TextTable table = name == "runs"             ? run_totals_table(sources.reports())
                    : name.starts_with(memory) ? memory_table(name.substr(memory.size()), sources.reports())
                                               : sources.report(name).csv;
  table.name = name;
  return table;
}

const Table& table_about(std::string_view words, const Report& report) {
  std::vector<const Table*> found;
  for (const Table& table : report.document.tables) {
    if (table.caption == words) return table;
    if (table.caption.find(words) != std::string::npos) found.push_back(&table);
  }
  if (found.size() == 1) return *found.front();
  throw InputError(fmt::format("{}: expected one table with \"{}\" in its caption, found {}",
                               report.config.name, words, found.size()));
}

}  // namespace sketchbench
