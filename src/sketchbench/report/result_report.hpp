#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/report.hpp>
#include <sketchbench/report/report_frame.hpp>
#include <sketchbench/report/results/result_figure.hpp>
#include <sketchbench/report/results/result_table.hpp>

namespace sketchbench {

/// What exponent_table() is about.
struct ExponentOf {
  std::string key, caption, points;
};

/// What an experiment says of its results where a report is a line for each group of runs.
struct ResultReport {
  std::string main;               ///< key of the quantity that the report is about
  std::string methods = "Map";    ///< heading of the methods' column
  std::string quick_effect = {};  ///< ReportParts::quick_effect
  std::vector<std::string> legend = {};
  std::vector<Text> findings = {}, warnings = {};
  std::vector<Table> tables = {};  ///< behind the one of the quantities; those without rows are left out
  std::vector<ExponentOf> exponents = {};  ///< a table of each, likewise
  std::vector<FigureOf> figures = {};      ///< drawn where the runs have several numbers of features
  std::vector<NoteSection> notes = {};     ///< before the one about what is missing
};

/// Table, table.csv and figures of a configuration; others may follow.
Report result_report(const ResultTable& table, const std::vector<std::string>& left_out, ResultReport of);

/// The same of an experiment whose rows are the groups of runs themselves.
Report group_report(const Config& config, const ReportSources& sources,
                    const Quantities<RunGroup>& quantities, ResultReport of);

}  // namespace sketchbench
