#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/report/quote/question.hpp>
#include <sketchbench/report/quote/quote.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/run_totals.hpp>

namespace sketchbench {
namespace {

/// What workers took that trained a learner: a line for each data set, of the run that took the most, by
/// ascending peak. Maps that are made from training rows are left out: making them takes memory of its own.
/// A sparse matrix takes 8 bytes for each value and for each row's place; a row of the data has a label and a
/// place of 12.
ResultTable memory_table(const std::string& learner, const std::vector<Report>& reports) {
  struct Most {
    const RunGroup* group;
    const Record* record;
    int records = 0;
    double peak() const { return record->peak_rss_bytes(); }
    double count(const char* key) const { return number_of(*record, std::string("/data/") + key, 0); }
  };
  std::vector<Most> all;
  std::set<std::string> counted;
  for (const Report& report : reports)
    for (const RunGroup* group : report.groups)
      for (const Record& record : group->done) {
        const Cell& cell = record.cell;
        const bool looks_at_data = cell.method != exact_method && kind_of_map(cell).looks_at_data;
        if (cell.learner.is_none() || cell.learner.kind().type != learner || looks_at_data ||
            !counted.insert(record.id).second)
          continue;
        auto of = std::ranges::find(all, group->dataset.name,
                                    [](const Most& one) { return one.group->dataset.name; });
        if (of == all.end()) of = all.insert(of, {group, &record});
        ++of->records;
        if (record.peak_rss_bytes() > of->peak()) of->record = &record;
      }
  std::ranges::sort(all, {}, &Most::peak);
  constexpr Digits bytes = {.count = 0, .decimals = true};
  const Quantities<Most> columns = {
      {"dataset", [](const Most& most) { return most.group->dataset.name; }},
      {"title", [](const Most& most) { return most.group->facts.title; }},
      {{.key = "D", .form = Form::count}, [](const Most& most) { return most.record->cell.D; }},
      {{.key = "records", .form = Form::count}, &Most::records},
      {{.key = "data_bytes", .digits = bytes},
       [](const Most& most) {
         return 8 * (most.count("nnz_train") + most.count("nnz_test")) +
                12 * (most.count("n_train") + most.count("n_test")) + 16;
       }},
      {{.key = "features_bytes", .digits = bytes},
       [](const Most& most) { return 4 * most.count("n_train") * static_cast<double>(most.record->cell.D); }},
      {{.key = "peak_bytes", .digits = bytes}, &Most::peak}};
  return table_of_lines(all, columns);
}

ResultTable table_in_file(const std::string& name) {
  const auto sign = name.find('#');
  const Json document = read_json(name.substr(0, sign));
  const Json::json_pointer place("/" + name.substr(sign + 1));
  if (!document.contains(place))
    throw InputError(fmt::format("{}: there is nothing at {}", name.substr(0, sign), name.substr(sign + 1)));
  return table_of_json(name, document.at(place));
}

}  // namespace

std::shared_ptr<const ResultTable> quoted_table(const std::string& name, const QuoteSources& sources) {
  constexpr std::string_view memory = "memory/";
  const auto made = [](ResultTable table) { return std::make_shared<const ResultTable>(std::move(table)); };
  if (name.find(".json#") != std::string::npos) return made(table_in_file(name));
  if (name == "runs") return made(run_totals_table(sources.reports()));
  if (name.starts_with(memory)) return made(memory_table(name.substr(memory.size()), sources.reports()));
  return {std::shared_ptr<const void>(), &sources.report(name).results};
}

std::vector<std::string> run_facts(const ResultTable& runs, const std::string& configuration) {
  std::vector<std::string> facts;
  for (const char* form : {"cells", "time:wall_s", "time:cpu_s", "text:jobs"})
    facts.push_back(answer(
        {.table = "runs", .where = {{.column = "configuration", .value = configuration}}, .show = form},
        runs));
  return facts;
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
