#include <sketchbench/data/dataset.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {

Json to_json(const DatasetRequest& request) {
  Json json = {{"name", request.name}, {"split", request.split}, {"max_train", request.max_train}};
  if (request.max_test > 0) json["max_test"] = request.max_test;
  if (request.d > 0) json["d"] = request.d;
  if (request.split_seed) json["split_seed"] = *request.split_seed;
  return json;
}

DatasetRequest parse_dataset_request(StrictObject& object) {
  DatasetRequest request{.name = object.text("name"), .split = object.text("split")};
  request.max_train = object.integer("max_train", 0, INT64_MAX);
  request.max_test = object.integer_or("max_test", 0, 1, INT64_MAX);
  request.d = object.integer_or("d", 0, 1, INT64_MAX);
  if (object.has("split_seed"))
    request.split_seed = static_cast<Seed>(object.integer("split_seed", 0, INT64_MAX));
  return request;
}

std::string row_limits(const DatasetRequest& request) {
  const std::string train = with_commas(request.max_train), test = with_commas(request.max_test);
  if (request.max_train > 0 && request.max_test > 0)
    return fmt::format("at most {} training and {} test rows", train, test);
  if (request.max_train > 0) return fmt::format("at most {} training rows", train);
  return request.max_test > 0 ? fmt::format("at most {} test rows", test) : "";
}

LabelFacts label_facts(std::span<const float> train, std::span<const float> test) {
  const auto differ = [](std::span<const float> values) {
    return std::ranges::adjacent_find(values, std::not_equal_to<>()) != values.end();
  };
  return {.train_differ = differ(train),
          .test_differ = differ(test),
          .test_all_zero = std::ranges::all_of(test, [](float value) { return value == 0; })};
}

}  // namespace sketchbench
