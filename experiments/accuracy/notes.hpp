#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/explanations.hpp>
#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

/// The rule of the verdicts, the family that they are of, where the noise of the splits comes from, and each
/// result that differs from the paper. None without published numbers.
std::vector<std::string> verdict_lines(const Results& results);

/// The family, its size and its level in one sentence, for below a table; empty where there is no verdict.
std::string family_note(const Results& results);

/// Whether any of the rows has a verdict.
bool has_verdict(const std::vector<const Summary*>& rows);

/// What the times are of, and what the paper's were taken on.
std::vector<std::string> time_lines(const Results& results);

/// Numbers for the notes about accuracies, from the records of `sources`:
///   {paper}        the published accuracy: "90.07 ± 0.65"; none where nothing is published
///   {difference}   how far ours is from it, in percentage points, without the sign: "3.7"; likewise
///   {OTHER.json}   the accuracy of the same data set, kernel, method and D in another configuration (a path
///                  relative to this one); "(no records here)" where it has not been run
///   {METHOD in OTHER.json}   the same by a method with its parameters, as tables name it:
///                  "random_maclaurin_h01[measure=restricted]"; likewise
///   {change of METHOD in OTHER.json}   how far that method's accuracies here and there are apart, in
///                  percentage points, at most over all data sets, kernels and D that both have: "0.52";
///                  likewise
/// Refers to `results` and to the sources' store.
NoteNumber accuracy_numbers(const Results& results, const ReportSources& sources);

}  // namespace sketchbench
