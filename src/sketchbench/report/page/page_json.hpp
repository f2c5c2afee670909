#pragma once
#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/page/page.hpp>
#include <sketchbench/report/page/page_records.hpp>
#include <sketchbench/report/report.hpp>

namespace sketchbench {

// What the page's script reads. Records are places in a PageRecords list, results places in "groups".

/// The whole document: papers with their claims, reports, figures across them, leaderboards, what ran where,
/// and record files that could not be used.
Json page_json(const PageContents& contents, const PageRecords& records);

/// Everything of one report: document, figures, groups, CSV. Throws Error when a table names a result that
/// the report does not have.
Json report_json(const Report& report, const PageRecords& records);

/// A figure with the look of each of its series. A record that is not in the list is left out: the point is
/// shown all the same, but leads nowhere.
Json figure_json(const Figure& figure, const PageRecords& records);

}  // namespace sketchbench
