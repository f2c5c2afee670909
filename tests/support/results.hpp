#pragma once
#include <string>

#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/harness/cell/record.hpp>

namespace sketchbench::testing_support {

/// A result as a record holds it.
template <class Result>
Result read_result(const Json& result) {
  return Result::fields().parse(StrictObject(result, "record.json", "result"));
}

/// What the experiment itself makes of it when a record is read.
inline Record record_with(const Experiment& experiment, const Json& result) {
  Record record{.status = "done"};
  record.result = experiment.parse(StrictObject(result, "record.json", "result"));
  return record;
}

}  // namespace sketchbench::testing_support
