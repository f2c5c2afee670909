#pragma once
#include <sketchbench/report/comparison/comparison.hpp>
#include <sketchbench/report/results/quantity.hpp>

namespace sketchbench {

/// What there is to say of a number that both folders have, in the order of the columns for programs: its
/// table for people, comparison_csv() and comparison_json() are made of these.
const Quantities<ComparedNumber>& comparison_columns();

/// As their tables say it.
Text verdict_text(ComparisonVerdict verdict);
std::string p_text(double p);
std::string methods_text(const std::string& a, const std::string& b);

/// By the names that people know; empty where no run says it.
std::vector<std::string> processors_of(const RunGroup& group);

}  // namespace sketchbench
