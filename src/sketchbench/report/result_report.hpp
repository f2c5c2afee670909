#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/report.hpp>
#include <sketchbench/report/report_frame.hpp>
#include <sketchbench/report/results/result_table.hpp>

namespace sketchbench {

/// What an experiment says of its results where a report is a line for each group of runs.
struct ResultReport {
  std::string main;               ///< key of the quantity that the report is about
  std::string methods = "Map";    ///< heading of the methods' column
  std::string quick_effect = {};  ///< ReportParts::quick_effect
  std::vector<std::string> legend = {};
  std::vector<Text> findings = {}, warnings = {};
  std::vector<Table> tables = {};       ///< behind the one of the quantities; those without rows are left out
  std::vector<NoteSection> notes = {};  ///< before the one about what is missing
};

/// Table and table.csv of a configuration, still without figures.
Report result_report(const ResultTable& table, const std::vector<std::string>& left_out, ResultReport of);

}  // namespace sketchbench
