#pragma once
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/worker/worker.hpp>

namespace sketchbench::testing_support {

/// A cell's way to its worker: what the parent writes, and what the worker makes of it.
struct WorkerRoundTrip {
  Json text;
  Cell read;
};

/// Also expects that the worker describes the cell as it was.
inline WorkerRoundTrip through_a_worker(const Cell& cell) {
  Assignment task;
  task.cell = cell;
  WorkerRoundTrip trip{.text = parse_json(json_text(to_json(task)), "task"), .read = {}};
  trip.read = parse_assignment(trip.text).cell.value();
  EXPECT_EQ(describe(trip.read), describe(cell));
  return trip;
}

}  // namespace sketchbench::testing_support
