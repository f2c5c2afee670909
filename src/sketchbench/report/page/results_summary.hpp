#pragma once
#include <span>
#include <string>

#include <sketchbench/report/report.hpp>

namespace sketchbench {

/// What a page is about, as HTML: how many runs of how many methods on how many data sets, which papers they
/// measure again (Report::paper), which configurations are of none, and whose published numbers stand beside
/// ours.
std::string results_summary_html(std::span<const Report> reports);

}  // namespace sketchbench
