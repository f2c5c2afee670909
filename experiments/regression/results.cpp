#include "experiments/regression/results.hpp"

#include <utility>

#include <sketchbench/report/record_fields.hpp>
#include "experiments/regression/run.hpp"

namespace sketchbench {
namespace {

Sample sample_of_error(const RunGroup& group, double RegressionErrors::*error) {
  return sample_over(group.done,
                     [error](const Record& record) { return result_of<RegressionErrors>(record).*error; });
}

}  // namespace

RegressionRow::RegressionRow(RunGroup group)
    : RunGroup(std::move(group)),
      RunCosts(costs_of(done)),
      rmse(sample_of_error(*this, &RegressionErrors::rmse)),
      relative_rmse(sample_of_error(*this, &RegressionErrors::relative_rmse)),
      r2(sample_of_error(*this, &RegressionErrors::r2)) {
  if (done.empty()) return;
  const auto count = [&](const char* pointer) {
    return static_cast<Index>(number_of(done.front(), pointer, 0));
  };
  n_train = count("/data/n_train");
  n_test = count("/data/n_test");
  d = count("/data/d");
}

}  // namespace sketchbench
