#include <sketchbench/report/table_cells.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t named_cells = 4;

std::string list_of(const RunGroupPointers& groups) {
  if (groups.size() > named_cells) return plural(static_cast<std::int64_t>(groups.size()), "result");
  std::vector<std::string> names;
  for (const RunGroup* group : groups) names.push_back(result_name(*group));
  return fmt::format("{}", fmt::join(names, "; "));
}

}  // namespace

Text status_text(const RunGroup& group) {
  switch (group.status) {
    case Status::done:
      return {};
    case Status::partial:
      return {fmt::format("{} of {}", group.runs(), group.expected), Tone::warning};
    case Status::failed:
    case Status::timeout:
      return {group.runs() > 0 ? fmt::format("{} {}", group.expected - group.runs(), name_of(group.status))
                               : std::string(name_of(group.status)),
              Tone::bad};
    case Status::skipped:
    case Status::missing:
      return {std::string(name_of(group.status)), Tone::faint};
  }
  return {};
}

std::string result_name(const RunGroup& group) {
  return fmt::format("{}, {}, {}{}", group.dataset_title(), group.kernel.display(), method_short(group),
                     group.D > 0 ? fmt::format(", D = {}", with_commas(group.D)) : "");
}

TableCell stacked(const std::vector<Text>& lines) {
  TableCell cell(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) cell[i].left = lines[i];
  return cell;
}

TableCell one_line(std::string text, Tone tone) { return stacked({{std::move(text), tone}}); }

TableCell number_cell(std::string text, const RunGroup& group, Tone tone) {
  TableCell cell = one_line(std::move(text), tone);
  cell[0].results = {group.id()};
  return cell;
}

std::string runs_text(const RunGroup& group) {
  return group.runs() == group.expected ? std::to_string(group.expected)
                                        : fmt::format("{}/{}", group.runs(), group.expected);
}

std::string process_mark(const RunGroup& group) {
  return group.in_another_process() ? fmt::format(" {}", other_process_mark) : "";
}

std::string time_marks(const RunGroup& group) {
  return (group.side_by_side() ? fmt::format(" {}", side_by_side_mark) : "") + process_mark(group);
}

TableCell time_cell(const RunGroup& group, const Sample& seconds) {
  if (group.runs() == 0) return one_line("");
  return one_line(time_text(seconds.mean) + time_marks(group));
}

std::string significant_text(const Sample& sample) {
  const double value = sample.mean;
  constexpr double smallest = 1e-6, largest = 1e6;  // that are read without counting digits
  if (value != 0 && (std::abs(value) < smallest || std::abs(value) >= largest))
    return sample.std ? fmt::format("{:.2e} ± {:.1e}", value, *sample.std) : fmt::format("{:.2e}", value);
  const int decimals =
      value != 0 ? std::clamp(2 - static_cast<int>(std::floor(std::log10(std::abs(value)))), 0, 9) : 2;
  return sample.std ? fmt::format("{:.{}f} ± {:.{}f}", value, decimals, *sample.std, decimals)
                    : fmt::format("{:.{}f}", value, decimals);
}

std::vector<std::string> table_notes(const RunGroupPointers& groups, const Explanations& explanations) {
  std::vector<std::string> notes;
  std::map<std::pair<Status, std::string>, RunGroupPointers> unfinished;
  for (const RunGroup* group : groups)
    if (group->status != Status::done) unfinished[{group->status, group->reason}].push_back(group);
  for (const auto& [key, which] : unfinished)
    notes.push_back(fmt::format("{} ({}): {}", name_of(key.first), list_of(which), key.second));
  std::set<std::string> said;
  for (const RunGroup* group : groups)
    for (const std::string& text : explanations.about(*group))
      if (said.insert(text).second) notes.push_back(text);
  return notes;
}

std::vector<std::string> process_notes(const RunGroupPointers& groups) {
  std::set<std::string> external;
  for (const RunGroup* group : groups)
    if (group->in_another_process()) external.insert(method_short(group->method));
  if (external.empty()) return {};
  return {fmt::format(
      "{} In another process: the CPU seconds of {} are those of a program of its own and of the rows' way "
      "there and back. The records hold both clocks.",
      other_process_mark, fmt::join(external, ", "))};
}

std::vector<std::string> time_table_notes(const RunGroupPointers& groups, const Explanations& explanations) {
  std::vector<std::string> notes = table_notes(groups, explanations);
  for (std::string& line : process_notes(groups)) notes.push_back(std::move(line));
  for (std::string& line : Provenance(groups).lines()) notes.push_back(std::move(line));
  return notes;
}

}  // namespace sketchbench
