#pragma once
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <sketchbench/report/report.hpp>
#include <sketchbench/report/results/result_table.hpp>

namespace sketchbench {

/// What the finished runs of one report, or of several, took in all, and where they come from. A run that
/// several reports have counts once.
struct RunTotals {
  using Counts = std::map<std::string, std::size_t>;  ///< of cells; an empty name: not recorded

  std::size_t cells = 0;
  double wall_s = 0,
         cpu_s = 0;    ///< of all phases, summed over the cells whether they ran side by side or not
  std::set<int> jobs;  ///< cells at once
  Counts processors, instruction_sets, revisions;
};
RunTotals run_totals(std::span<const Report> reports);

/// For people: cells and time, processors with their instruction sets, revisions. Empty without cells.
std::vector<std::string> lines_about(const RunTotals& totals);

/// The command that computes all of the reports' cells again; empty where nothing has been run.
std::string redo_command(std::span<const Report> reports);

/// For programs, a line for each report that has runs, and one for all of them, whose configuration is empty:
/// configuration,cells,wall_s,cpu_s,jobs,processors,instruction_sets,revisions,command. Of the last but one
/// those that differ are joined by "; ", with their numbers of cells: "AMD EPYC: 20; not recorded: 3".
ResultTable run_totals_table(std::span<const Report> reports);

}  // namespace sketchbench
