#include "cli/map/training_rows.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace sketchbench {

void require_training_rows(const FeatureMapKind& kind, const std::string& train, Index columns) {
  if (!kind.looks_at_data || !train.empty() || columns == 0) return;
  throw InputError(
      fmt::format("the feature map \"{}\" is made from training rows: with --features, say with --train FILE "
                  "where they are, so that every file gets the same map",
                  kind.name));
}

}  // namespace sketchbench
