#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/quote/quote_sources.hpp>

namespace sketchbench {

/// What a LaTeX document can quote, with the arguments of each:
///   \quoted{TABLE}{KEY=VALUE ...}{WHAT}  a number (question.hpp)
///   \ran{CONFIGURATION}                  a row: its cells, wall clock, CPU time, cells at once; {}: of all
///   \tablefrom{REPORT}{CAPTION}{LABEL}   a table (table_about()); a fourth argument is the width of its
///                                        first column, a share of the text's
///   \notesfrom{REPORT}{HEADING}          the report's notes below that heading
///   \said{FILE}{TEXT}                    the text, which the file has
///   \fact{FILE}{KEY}                     the text that a JSON or YAML file has under this key
///   \disk{FOLDER}                        what its files hold
const std::vector<std::string>& latex_quote_names();

/// InputError where that is not there, or there are other arguments.
std::string latex_quote(const std::string& name, const std::vector<std::string>& arguments,
                        const QuoteSources& sources);

}  // namespace sketchbench
