#include "experiments/regression/results.hpp"

#include <utility>

#include <sketchbench/report/record_fields.hpp>

namespace sketchbench {

RegressionRow::RegressionRow(RunGroup group) : RunGroup(std::move(group)) {
  if (done.empty()) return;
  const auto count = [&](const char* pointer) {
    return static_cast<Index>(number_of(done.front(), pointer, 0));
  };
  n_train = count("/data/n_train");
  n_test = count("/data/n_test");
  d = count("/data/d");
}

}  // namespace sketchbench
