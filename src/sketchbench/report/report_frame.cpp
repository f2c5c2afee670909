#include <sketchbench/report/report_frame.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/report/group_notes.hpp>

namespace sketchbench {
namespace {

template <class T>
void append(std::vector<T>& to, std::vector<T>&& more) {
  std::ranges::move(more, std::back_inserter(to));
}

Text quick_banner(const ReportParts& parts) {
  return {fmt::format("QUICK RUN: {}. It shows that everything works; {}.", parts.quick_limits,
                      parts.quick_effect),
          Tone::warning};
}

/// A table may be copied without the report around it, so each says of itself that it is not the experiment.
void mark_as_quick(std::vector<Table>& tables, const std::string& limits) {
  for (Table& table : tables) table.remarks.insert(table.remarks.begin(), fmt::format("QUICK: {}.", limits));
}

/// Nothing when all are complete.
std::vector<Text> completeness(const RunGroupPointers& groups) {
  const auto complete = std::ranges::count(groups, Status::done, &RunGroup::status);
  if (complete == std::ssize(groups)) return {};
  return {{fmt::format("{} of {} are complete; incomplete ones are marked.", complete,
                       plural(std::ssize(groups), "result")),
           Tone::warning}};
}

/// That the numbers may be of other data than their titles say.
std::vector<Text> doubts(const RunGroupPointers& groups) {
  std::set<std::string> said;
  std::vector<Text> banners;
  for (const RunGroup* group : groups)
    if (!group->data_mismatch.empty() && said.insert(group->data_mismatch).second)
      banners.push_back({group->data_mismatch + ".", Tone::warning});
  return banners;
}

}  // namespace

Document framed_document(const ReportedRuns& runs, ReportParts parts) {
  const Config& config = runs.config;
  Document document;
  document.name = config.name;
  document.title = config.title;
  if (config.quick) {
    document.banners.push_back(quick_banner(parts));
    mark_as_quick(parts.tables, parts.quick_limits);
  }
  append(document.banners, std::move(parts.findings));
  append(document.banners, completeness(runs.groups));
  append(document.banners, doubts(runs.groups));
  append(document.banners, std::move(parts.warnings));
  document.legend = std::move(parts.legend);
  document.tables = std::move(parts.tables);

  document.notes = std::move(parts.notes);
  const auto add = [&](std::string heading, std::vector<std::string> lines) {
    document.notes.push_back({std::move(heading), std::move(lines)});
  };
  add("Data", data_lines(runs.groups, config.compare_with.has_value()));
  add("Feature maps", map_lines(runs.groups));
  if (find_experiment(config.experiment).trains) {
    add("Learners", learner_lines(runs.groups));
    add("Convergence", convergence_lines(runs.groups));
  }
  add("Times", std::move(parts.times));
  add("Machine and versions", machine_lines(runs.groups));
  add("Records left out", runs.left_out);
  std::erase_if(document.notes, [](const NoteSection& section) { return section.lines.empty(); });
  return document;
}

Report framed_report(const ReportedRuns& runs, ReportParts parts, ResultTable results) {
  Report report;
  report.config = runs.config;
  report.document = framed_document(runs, std::move(parts));
  report.left_out = runs.left_out;
  report.results = std::move(results);
  report.groups = runs.groups;
  report.has_records = std::ranges::any_of(runs.groups, &RunGroup::has_record);
  return report;
}

}  // namespace sketchbench
