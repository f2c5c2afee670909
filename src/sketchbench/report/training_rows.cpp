#include <sketchbench/report/training_rows.hpp>

#include <sketchbench/report/record_fields.hpp>

namespace sketchbench {

DatasetRequest with_all_rows(const RunGroup& group) {
  DatasetRequest all = group.dataset;
  all.max_train = all.max_test = 0;
  return all;
}

double training_rows(const RunGroup& group) { return number_of(group.done.front(), "/data/n_train", 0); }

}  // namespace sketchbench
