#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/harness/results_layout.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

std::string quick_limits() {
  return fmt::format("at most {} seeds, {} training and {} test rows", quick_seeds,
                     with_commas(quick_max_train), with_commas(quick_max_test));
}

std::string quick_limits(const Config& quick) {
  return quick_limits() + (quick.quick_training.empty() ? "" : "; " + quick.quick_training);
}

namespace {

/// At most `quick` of the rows that a configuration asks for, where 0 stands for all.
void limit_rows(Index& rows, Index quick) { rows = rows == 0 ? quick : std::min(rows, quick); }

/// A configuration that has both learners is about what they differ by, and keeps them.
void train_faster(Config& config) {
  const auto has = [&](const LearnerKind& kind) {
    return std::ranges::any_of(config.methods, [&](const MethodEntry& entry) {
      return !entry.learner.is_none() && entry.learner.kind().type == kind.type;
    });
  };
  for (const LearnerKind& stock : learner_kinds()) {
    if (stock.faster.empty() || !has(stock)) continue;
    const LearnerKind& faster = find_learner(stock.faster);
    if (has(faster)) continue;
    for (MethodEntry& entry : config.methods)
      if (!entry.learner.is_none() && entry.learner.kind().type == stock.type)
        entry.learner = entry.learner.with("type", faster.type);
    config.quick_training =
        fmt::format("exact kernels trained by {} in place of {}", faster.title, stock.title);
  }
}

}  // namespace

Config quick_variant(Config config) {
  config.name += quick_ending;
  config.quick = true;
  config.seeds = std::min(config.seeds, quick_seeds);
  if (const auto apply = find_experiment(config.experiment).apply_quick_limits) apply(config.parameters);
  for (GridEntry& entry : config.grid) {
    limit_rows(entry.dataset.max_train, entry.quick_rows);
    limit_rows(entry.dataset.max_test, entry.quick_test_rows);
    if (!entry.quick_D.empty()) entry.D = entry.quick_D;
    for (auto& [method, reason] : entry.without) reason = "in the complete run: " + reason;
  }
  train_faster(config);
  return config;
}

}  // namespace sketchbench
