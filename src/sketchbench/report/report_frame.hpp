#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/report.hpp>

namespace sketchbench {

// What the reports of all kinds of experiments have in common: banners about quick and incomplete runs in
// front, notes about data, methods and machine behind.

/// What a report is about, all of it from records.
struct ReportedRuns {
  const Config& config;
  RunGroupPointers groups;
  const std::vector<std::string>& left_out;  ///< one line for each record file that could not be used
};

/// What only one kind of experiment says.
struct ReportParts {
  std::string quick_limits;         ///< what a quick run has less of: "fewer rows and repeats"
  std::string quick_effect;         ///< and what follows: "the times mean little"
  std::vector<Text> findings;       ///< banners: what the results say
  std::vector<Text> warnings;       ///< banners behind the number of results that are complete
  std::vector<std::string> legend;  ///< Document::legend
  std::vector<Table> tables;        ///< each is marked in a quick run
  std::vector<NoteSection> notes;   ///< before those about data; a section without lines is left out
  std::vector<std::string> times;   ///< how times were taken, before the machine that they were taken on
};

/// The parts with what all reports have around them.
Document framed_document(const ReportedRuns& runs, ReportParts parts);

/// The report of that document, still without figures. The results own the runs.
Report framed_report(const ReportedRuns& runs, ReportParts parts, ResultTable results);

}  // namespace sketchbench
