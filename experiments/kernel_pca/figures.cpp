#include "experiments/kernel_pca/figures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/report/figure/figure_point.hpp>
#include <sketchbench/report/figure/parameter_series.hpp>
#include <sketchbench/report/missing_runs.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include "experiments/kernel_pca/run.hpp"

namespace sketchbench {
namespace {

/// An axis: what it shows of a row, and how captions call that.
struct Cost {
  const char *name, *label, *caption;
  bool of_times;
  double (*of)(const KernelPcaRow& row);
};
struct Worth {
  const char *name, *label, *caption;
  bool logarithmic;
  Sample KernelPcaRow::*of;
};

constexpr Cost time_cost{.name = "time",
                         .label = "CPU time for making a map and mapping the sample (s)",
                         .caption = "the CPU time of making a map and mapping the sample",
                         .of_times = true,
                         .of = [](const KernelPcaRow& row) { return row.seconds.mean; }};
constexpr Cost memory_cost{
    .name = "memory",
    .label = "memory of a map and its making (MB)",
    .caption = "the memory that a map and its making take, a Gram matrix among it, as planned",
    .of_times = false,
    .of = [](const KernelPcaRow& row) { return row.pca->working_bytes / 1e6; }};

constexpr Worth subspace_error{
    .name = "error",
    .label = "error of the leading subspace, sin θ",
    .caption =
        "The sine of the largest angle between the leading subspace of the Gram matrix and that of a "
        "map's features",
    .logarithmic = true,
    .of = &KernelPcaRow::subspace_error};
constexpr Worth captured_share{
    .name = "share",
    .label = "captured share of the leading eigenvalues",
    .caption = "The share of the sum of the leading eigenvalues that a map's leading subspace captures",
    .logarithmic = false,
    .of = &KernelPcaRow::captured_share};
constexpr Worth accuracy{
    .name = "accuracy",
    .label = "accuracy (%)",
    .caption = "Accuracy on the test rows of a learner on the leading features of the sample",
    .logarithmic = false,
    .of = &KernelPcaRow::accuracy};

Figure figure_of(const KernelPcaResults& results, const Worth& worth, const Cost& cost) {
  const Config& config = results.config;
  Panel like;
  like.x = {.label = cost.label, .logarithmic = true, .low = {}, .high = {}};
  like.y = {.label = worth.label, .logarithmic = worth.logarithmic, .low = {}, .high = {}};
  std::vector<PlottedGroup> groups;
  for (const KernelPcaRow& row : results.rows) {
    PlottedGroup group{.group = &row, .point = {}};
    if (const Sample& sample = row.*worth.of; sample.n > 0)
      group.point = point_with_deviation(cost.of(row), sample);
    groups.push_back(std::move(group));
  }
  Figure figure;
  figure.name = fmt::format("{}_{}_by_{}", config.name, worth.name, cost.name);
  figure.title = config.title;
  figure.panels = panels_by_parameter(groups, {"s", "m"}, like);
  figure.caption = fmt::format(
      "{} against {}. Means over independent maps on one sample of training rows; bars: one sample standard "
      "deviation to either side. A line of a map of a sampled Gram matrix goes over s: the share 1/s of the "
      "entries is kept, so that larger s take less; one of a Nyström map over m, its landmarks.",
      worth.caption, cost.caption);
  if (cost.of_times) figure.caption += Provenance(pointers_to(results.rows)).sentences();
  if (config.quick) figure.caption += fmt::format(" QUICK: {}.", kernel_pca_experiment().quick_limits());
  figure.columns = std::clamp(static_cast<int>(figure.panels.size()), 1, 3);
  figure.missing = lines_about_missing_runs(config, pointers_to(results.rows));
  return figure;
}

}  // namespace

std::vector<Figure> kernel_pca_figures(const KernelPcaResults& results) {
  std::vector<Figure> figures;
  for (const Worth& worth : {subspace_error, captured_share})
    for (const Cost& cost : {time_cost, memory_cost}) figures.push_back(figure_of(results, worth, cost));
  if (results.has_accuracy()) figures.push_back(figure_of(results, accuracy, time_cost));
  return figures;
}

}  // namespace sketchbench
