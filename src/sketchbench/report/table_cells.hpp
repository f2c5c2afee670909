#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/explanations.hpp>
#include <sketchbench/report/run_groups.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

// What the tables of all experiments are put together from.

/// "Adult, ⟨x,y⟩⁴, TS, D = 200": how notes and messages call a result.
std::string result_name(const RunGroup& group);

/// A cell of several lines, each set to the left.
TableCell stacked(const std::vector<Text>& lines);
TableCell one_line(std::string text, Tone tone = Tone::plain);
/// One line that leads to the runs behind its number.
TableCell number_cell(std::string text, const RunGroup& group, Tone tone = Tone::plain);

/// "missing", "3 of 5", "1 failed", with its colour; for whatever is not done.
Text status_text(const RunGroup& group);

/// "5", or "3/5" where runs are not there.
std::string runs_text(const RunGroup& group);
/// " §" where some of the time is another process's, which a note below tells; empty otherwise.
std::string process_mark(const RunGroup& group);
/// That behind the mark of other runs that shared the machine: " ‖ §".
std::string time_marks(const RunGroup& group);
/// A time with its marks; empty without runs.
TableCell time_cell(const RunGroup& group, const Sample& seconds);
/// Three significant digits, and a deviation with as many decimals; both with exponents below 1e-6 and from
/// 1e6 on: for numbers of any size.
std::string significant_text(const Sample& sample);

/// What stands below a table: why results are missing, and what is known about those that are there.
std::vector<std::string> table_notes(const RunGroupPointers& groups, const Explanations& explanations);
/// What process_mark() means, where one of the groups has it.
std::vector<std::string> process_notes(const RunGroupPointers& groups);
/// What stands below a table with times: the same, that, and last, where these come from more than one place,
/// which are of which.
std::vector<std::string> time_table_notes(const RunGroupPointers& groups, const Explanations& explanations);

}  // namespace sketchbench
