#pragma once
#include <string>

#include <sketchbench/harness/cell/record.hpp>

namespace sketchbench::testing_support {

/// A finished record as a run leaves it, of another cell for each seed.
inline Record example_record(Seed seed) {
  Record record;
  record.cell = {.experiment = "accuracy",
                 .dataset = {.name = "adult", .split = "publisher", .max_train = 0},
                 .data_hash = std::string(64, 'a'),
                 .kernel = PolynomialKernel{.degree = 2, .coef0 = 1},
                 .method = "tensor_sketch",
                 .D = 200,
                 .learner = {{"type", "liblinear"}, {"C", 1.0}},
                 .seed = seed};
  const Json description = describe(record.cell);
  record.id = cell_id(description);
  record.status = "done";
  record.json = {{"format", record_format},
                 {"cell", description},
                 {"status", "done"},
                 {"result", {{"accuracy", 84.5}, {"n_train", 100}, {"n_test", 50}}},
                 {"seconds", {{"train", {{"wall", 2.5}, {"cpu", 2.25}}}}},
                 {"peak_rss_bytes", 5e7},
                 {"run", {{"started", "2026-11-20T12:00:00Z"}, {"jobs", 2}, {"time_limit_s", 60}}}};
  return record;
}

}  // namespace sketchbench::testing_support
