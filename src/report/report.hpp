#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "harness/config.hpp"
#include "harness/store.hpp"
#include "report/document.hpp"
#include "report/figure.hpp"
#include "report/run_groups.hpp"

namespace sketchbench {

/// All that people get to see of one configuration, made from its records alone.
struct Report {
  Config config;
  Document document;             ///< tables and notes
  std::string csv;               ///< table.csv
  std::vector<Figure> figures;   ///< none for a configuration that is only a table
  std::vector<RunGroup> groups;  ///< the runs behind it, for the page where every record is one click away
  std::vector<std::string> left_out;  ///< one line for each record file that could not be used
  bool has_records = false;
};

/// The report that the configuration's kind of experiment calls for.
Report make_report(const Config& config, const Store& store);

/// Puts tables first, figures after them, and what is neither last; otherwise the order stays.
void sort_for_reading(std::vector<Report>& reports);

/// Writes table.csv, table.md and table.tex into `folder` (results/<config>), each whole or not at all.
void write_tables(const Report& report, const std::filesystem::path& folder);

}  // namespace sketchbench
