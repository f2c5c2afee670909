#pragma once
#include <filesystem>

#include "harness/config.hpp"
#include "harness/store.hpp"
#include "report/document.hpp"
#include "report/explanations.hpp"
#include "report/summary.hpp"

namespace sketchbench {

/// The whole report. The section that the configuration is compared with decides its form: "table1" gives
/// Tables 1 and 2, "table3" Table 3, anything else one flat table.
Document make_document(const Results& results, const Explanations& explanations);

/// Writes table.csv, table.md and table.tex into `folder` (results/<config>), each whole or not at all.
void write_reports(const Results& results, const std::filesystem::path& folder);

}  // namespace sketchbench
