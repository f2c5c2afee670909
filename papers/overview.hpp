#pragma once
#include <filesystem>
#include <vector>

#include <sketchbench/report/figure/figure.hpp>
#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

/// Figures that no single configuration stands behind, from the accuracy configurations `all` together; a
/// result that several of them share counts once. Of a data set in several sizes only the largest is shown,
/// of a method with several learners only the one with the most runs.
///   pareto      accuracy against total CPU time, a panel for each data set (across) and kernel (down)
///   those of every paper's own (Paper::overview)
///   agreement   our accuracies against the published, and their differences against what is allowed
std::vector<Figure> overview_figures(const std::vector<Results>& all);

/// Those (none where there are no accuracies), and the chart of growth where bench/run has left its
/// measurements in `bench_folder`.
std::vector<Figure> overview_figures(const std::vector<Results>& all,
                                     const std::filesystem::path& bench_folder);

/// The configurations whose results an overview can show.
std::vector<Results> summarise_accuracy(const std::vector<Config>& configs, const ReportSources& sources);

/// results/overview, or results/overview-quick for what quick runs show.
std::filesystem::path overview_folder(const Store& store, bool quick);

}  // namespace sketchbench
