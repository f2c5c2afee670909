#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/harness/record/store.hpp>
#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/results/result_table.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

/// What a report is read for, in the order in which reports stand on a page.
enum class Shows { table, figure, checks, claims };

/// All that people get to see of one configuration, or of a paper's claims, made from records alone.
struct Report {
  Config config;
  Document document;            ///< tables and notes
  ResultTable results;          ///< what was measured: table.csv, and what claims are evaluated over
  std::vector<Figure> figures;  ///< none for a configuration that is only a table
  /// The runs behind it, for the page where every record is one click away; `results` owns them.
  RunGroupPointers groups;
  std::vector<std::string> left_out;  ///< one line for each record file that could not be used
  bool has_records = false;
  Shows shows = Shows::figure;
  std::string paper;            ///< the name of the paper that it measures again; empty: of none
  std::string beside_citation;  ///< whose published numbers stand beside ours; empty for nobody's
};

/// The report that the configuration's kind of experiment calls for. Error where its results do not own what
/// they point to.
Report make_report(const Config& config, const ReportSources& sources);

/// Puts tables first, figures after them, then checks and then claims; otherwise the order stays.
void sort_for_reading(std::vector<Report>& reports);

/// Writes table.csv, table.md and table.tex into `folder` (results/<config>), each whole or not at all.
void write_tables(const Report& report, const std::filesystem::path& folder);

}  // namespace sketchbench
