#include <sketchbench/report/page/page_records.hpp>

#include <fmt/format.h>

#include <cmath>

#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/report/run_command.hpp>

namespace sketchbench {
namespace {

std::string headline_of(const Record& record) {
  return record.done() ? find_experiment(record.cell.experiment).headline(record) : record.status;
}

double to_nine_digits(double value) { return std::stod(fmt::format("{:.9g}", value)); }

/// Without the digits of times, errors and eigenvalues that say nothing, which would be a third of a page.
/// Whole numbers keep theirs.
void shorten_numbers(Json& json) {
  if (json.is_structured())
    for (Json& part : json) shorten_numbers(part);
  else if (json.is_number_float() && json != std::round(json.get<double>()))
    json = to_nine_digits(json.get<double>());
}

}  // namespace

void PageRecords::add(const Report& report) {
  for (const RunGroup* group : report.groups) {
    for (const Record& record : group->done) add(report, record);
    for (const Record& record : group->failed) add(report, record);
  }
}

void PageRecords::add(const Report& report, const Record& record) {
  const auto [found, is_new] = place_.emplace(record.id, list_.size());
  if (is_new) {
    Json entry = record.json;
    shorten_numbers(entry);
    std::string command = rerun_command(report.config, record.cell);
    if (record.status == "done") command += " && " + compare_command(report.config);
    entry["page"] = {{"id", record.id},
                     {"headline", headline_of(record)},
                     {"kernel", record.cell.kernel.display()},
                     {"reports", Json::array()},
                     {"command", command}};
    list_.push_back(std::move(entry));
  }
  list_.at(found->second).at("page").at("reports").push_back(report.config.name);
}

std::optional<std::size_t> PageRecords::find(const std::string& id) const {
  const auto found = place_.find(id);
  return found == place_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace sketchbench
