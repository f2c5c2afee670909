#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "harness/cell/experiment.hpp"
#include "harness/config/config.hpp"
#include "harness/record/results_layout.hpp"
#include "learners/learner.hpp"

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

/// By a learner that knows every kernel that LIBSVM does, and has the same keys.
void train_exact_kernels_fast(Config& config) {
  const LearnerKind &stock = find_learner("libsvm"), &fast = find_learner("block_smo");
  const auto is_trained_by = [](const LearnerKind& kind) {
    return [&kind](const MethodEntry& entry) {
      return !entry.learner.is_null() && entry.learner.at("type") == kind.type;
    };
  };
  if (std::ranges::any_of(config.methods, is_trained_by(fast))) return;
  for (MethodEntry& entry : config.methods)
    if (is_trained_by(stock)(entry)) {
      entry.learner["type"] = fast.type;
      config.quick_training =
          fmt::format("exact kernels trained by {} in place of {}", fast.title, stock.title);
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
  train_exact_kernels_fast(config);
  return config;
}

}  // namespace sketchbench
