#pragma once
#include <any>
#include <concepts>
#include <utility>

#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

/// The learner whose specifications Kind understands, in its own type:
///     struct Kind {
///       using Params = ...;  // described by fields() (core/fields.hpp)
///       static std::unique_ptr<Learner> make(const Params& params, const Kernel& kernel, int threads);
///       // or, of one that can train on rows which are divided among ranks, (..., const Communicator& ranks)
///       static double memory(const Params& params, const TrainingShape& shape);
///       static double seconds(const Params& params, const Kernel& kernel, const TrainingShape& shape);
///     };
/// and, as far as they are not left out, restore(parts, params, kernel, features), task(params),
/// streams(params), scores_are_log_odds(params) and short_text(params), as LearnerKind says of each.
/// `learner` has the rest.
template <class Kind>
LearnerKind typed_learner(LearnerKind learner) {
  using Params = typename Kind::Params;
  learner.parameters = Params::fields().info();
  learner.read = [](StrictObject& spec) -> std::any { return Params::fields().read(spec); };
  learner.write = [](const std::any& p) { return Params::fields().to_json(std::any_cast<const Params&>(p)); };
  learner.make = [](const std::any& p, const Kernel& kernel, int threads,
                    [[maybe_unused]] const Communicator& ranks) {
    const Params& params = std::any_cast<const Params&>(p);
    if constexpr (requires { Kind::make(params, kernel, threads, ranks); })
      return Kind::make(params, kernel, threads, ranks);
    else
      return Kind::make(params, kernel, threads);
  };
  learner.divides = requires(const Params& params, const Kernel& kernel, const Communicator& ranks) {
    Kind::make(params, kernel, 1, ranks);
  };
  learner.memory = [](const std::any& p, const TrainingShape& shape) {
    return Kind::memory(std::any_cast<const Params&>(p), shape);
  };
  learner.seconds = [](const std::any& p, const Kernel& kernel, const TrainingShape& shape) {
    return Kind::seconds(std::any_cast<const Params&>(p), kernel, shape);
  };
  if constexpr (requires { &Kind::restore; })
    learner.restore = [](const ModelParts& parts, const std::any& p, const Kernel& kernel, Index features) {
      return Kind::restore(parts, std::any_cast<const Params&>(p), kernel, features);
    };
  if constexpr (requires { &Kind::task; })
    learner.task = [](const std::any& p) { return Kind::task(std::any_cast<const Params&>(p)); };
  if constexpr (requires { &Kind::streams; })
    learner.streams = [](const std::any& p) { return Kind::streams(std::any_cast<const Params&>(p)); };
  if constexpr (requires { &Kind::scores_are_log_odds; })
    learner.scores_are_log_odds = [](const std::any& p) {
      return Kind::scores_are_log_odds(std::any_cast<const Params&>(p));
    };
  if constexpr (requires { &Kind::short_text; })
    learner.short_text = [](const std::any& p) { return Kind::short_text(std::any_cast<const Params&>(p)); };
  return learner;
}

}  // namespace sketchbench
