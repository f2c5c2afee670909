#pragma once
#include <string>

#include <sketchbench/harness/cell/record.hpp>

namespace sketchbench {

/// The text at a JSON pointer of a record ("/run/host/cpu"), empty when it is not there: a record of another
/// machine or time may lack what only notes are made of.
std::string text_of(const Record& record, const std::string& pointer);
double number_of(const Record& record, const std::string& pointer, double fallback);
bool flag_of(const Record& record, const std::string& pointer, bool fallback);

/// False for a simulated or generated stand-in.
bool same_as_paper(const Record& record);
/// True unless the solver stopped short of its tolerance: at its iteration limit, or because it gave up.
bool converged(const Record& record);
/// When the run began, ISO 8601 in UTC, so that texts compare like times.
std::string started(const Record& record);

}  // namespace sketchbench
