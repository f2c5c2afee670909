#include "experiments/accuracy/figure_parts.hpp"

#include <algorithm>
#include <tuple>

namespace sketchbench {

SummaryPointers summary_pointers(const Results& results) {
  SummaryPointers rows;
  for (const Summary& row : results.rows) rows.push_back(&row);
  return rows;
}

std::vector<std::string> record_ids(const SummaryPointers& rows) {
  std::vector<std::string> ids;
  for (const Summary* row : rows)
    for (const Record& record : row->done) ids.push_back(record.id);
  return ids;
}

std::vector<LabelledDataset> datasets_of(const SummaryPointers& rows) {
  std::vector<LabelledDataset> datasets;
  for (const Summary* row : rows)
    if (std::none_of(datasets.begin(), datasets.end(),
                     [&](const LabelledDataset& known) { return known.dataset == row->dataset; }))
      datasets.push_back({row->dataset, row->dataset_title()});
  return datasets;
}

std::vector<Kernel> kernels_of(const SummaryPointers& rows) {
  std::vector<Kernel> kernels;
  for (const Summary* row : rows)
    if (std::ranges::find(kernels, row->kernel) == kernels.end()) kernels.push_back(row->kernel);
  std::ranges::sort(kernels);
  return kernels;
}

}  // namespace sketchbench
