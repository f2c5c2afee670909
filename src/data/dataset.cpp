#include "data/dataset.hpp"

#include <algorithm>
#include <functional>

namespace sketchbench {

LabelFacts label_facts(std::span<const float> train, std::span<const float> test) {
  const auto differ = [](std::span<const float> values) {
    return std::ranges::adjacent_find(values, std::not_equal_to<>()) != values.end();
  };
  return {.train_differ = differ(train),
          .test_differ = differ(test),
          .test_all_zero = std::ranges::all_of(test, [](float value) { return value == 0; })};
}

}  // namespace sketchbench
