#include <sketchbench/cli/map/training_rows.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>

namespace sketchbench {
void require_training_rows(const FeatureMapKind& kind, const Kernel& kernel, const std::string& train,
                           Index columns) {
  if (!(kind.looks_at_data || has_sigma_rule(kernel)) || !train.empty() || columns == 0) return;
  throw InputError(fmt::format(
      "{} from training rows: with --features, say with --train FILE where they are, so that every file gets "
      "the same map",
      kind.looks_at_data ? fmt::format("the feature map \"{}\" is made", kind.name)
                         : fmt::format("\"sigma\": \"{}\" is taken", kernel.sigma()->text())));
}

Kernel with_median_of(const Kernel& kernel, const Rows& train, const std::string& file) {
  if (!has_sigma_rule(kernel)) return kernel;
  try {
    return kernel.with_sigma(median_distance(kernel, train));
  } catch (const InputError& error) {
    fail_input(file, 0, fmt::format("\"sigma\": \"{}\": {}", kernel.sigma()->text(), error.what()));
  }
}

}  // namespace sketchbench
