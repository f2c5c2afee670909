#include "experiments/kernel_pca/results.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sketchbench {

KernelPcaRow::KernelPcaRow(RunGroup group) : RunGroup(std::move(group)) {
  if (done.empty()) return;
  pca = result_of<KernelPca>(done.front());
  subspace_error = sample_of(pca->subspace_error);
  mean_squared_sine = sample_of(pca->mean_squared_sine);
  captured_share = sample_of(pca->captured_share);
  std::vector<double> mean, largest;
  for (const std::vector<double>& errors : pca->eigenvalue_error) {
    mean.push_back(std::reduce(errors.begin(), errors.end()) / static_cast<double>(errors.size()));
    largest.push_back(std::ranges::max(errors));
  }
  eigenvalue_error = sample_of(mean);
  largest_eigenvalue_error = sample_of(largest);
  seconds = sample_of(pca->seconds());
  make_seconds = sample_of(pca->make_seconds);
  if (!pca->accuracy.empty()) accuracy = sample_of(pca->accuracy);
}

bool KernelPcaResults::has_accuracy() const {
  return std::ranges::any_of(rows, [](const KernelPcaRow& row) { return row.accuracy.n > 0; });
}

KernelPcaResults kernel_pca_results(const Config& config, const ReportSources& sources) {
  RunGroups groups = group_runs(config, sources);
  KernelPcaResults results{
      .config = std::move(groups.config), .rows = {}, .left_out = std::move(groups.left_out)};
  for (RunGroup& group : groups.groups) results.rows.emplace_back(std::move(group));
  return results;
}

}  // namespace sketchbench
