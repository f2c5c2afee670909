#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/quote/quote_sources.hpp>

namespace sketchbench {

/// What several lines of a Markdown document can quote, and what the mark says beside the kind:
///   published: TABLE show=COLUMN  a row for each data set and kernel, a column for each method; below our
///                                 number in per cent the published one with the verdict
///   means: TABLE show=COLUMN      a row for each data set, a column for each method, of the largest D
///   table: TABLE CAPTION          a table of the report (table_about())
///   ratios: TABLE...              of times to make features, with their intervals; a column for each machine
///   runs:                         what the runs of each configuration took, and the command for all of them
///   memory: LEARNER               of workers, a row for each data set
///   bench: PART                   the first table of results/bench/PART.md, and where it was measured
///   benchmarks: PART...           the same without tables; all parts that there are
///   parameters: WHOSE             of the maps, learners, kernels or experiments; of no record
const std::vector<std::string>& block_kinds();

/// Whole lines. InputError for another kind, or where something is not there.
std::string block_text(const std::string& kind, const std::string& words, const QuoteSources& sources);

}  // namespace sketchbench
