#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/report/quote/text_table.hpp>
#include <sketchbench/report/report.hpp>

namespace sketchbench {

/// Where documents quote from: reports, made from records, and files.
struct QuoteSources {
  /// Of a configuration, "table1", of one of a results folder beside, "second_machine/fig2a", or of a paper's
  /// claims, "claims-kdd13". InputError, with the nearest name, for another one.
  std::function<const Report&(const std::string& name)> report;
  /// Of all configurations that have records, in the order in which they are read.
  std::function<const std::vector<Report>&()> reports;
  /// The folder that the results folders are in, and bench/ with what bench/run has measured.
  std::filesystem::path results;
};

/// The table that a question is about: of a report, "table1"; of what all runs took, "runs"
/// (run_totals_csv()), or of the memory of workers, "memory/LEARNER"; or of a JSON file, "FILE.json#a/b", the
/// list in it under these keys. InputError where there is none.
TextTable quoted_table(const std::string& name, const QuoteSources& sources);

/// The report's table whose caption is so, or alone has these words in it. InputError where there is none.
const Table& table_about(std::string_view words, const Report& report);

}  // namespace sketchbench
