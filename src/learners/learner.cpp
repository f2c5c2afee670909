#include "learners/learner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "learners/block_smo/block_smo.hpp"
#include "learners/dense_tron/dense_tron.hpp"
#include "learners/liblinear/liblinear.hpp"
#include "learners/libsvm/libsvm.hpp"

namespace sketchbench {

const std::vector<LearnerKind>& learner_kinds() {
  static const std::vector<LearnerKind> kinds = {liblinear_kind(), libsvm_kind(), dense_tron_kind(),
                                                 block_smo_kind()};
  return kinds;
}

bool all_finite(std::span<const double> scores) {
  return std::all_of(scores.begin(), scores.end(), [](double score) { return std::isfinite(score); });
}

Trained Learner::train_on_blocks(const RowBlocks&, std::span<const float>, Seed) const {
  throw Error("this learner needs its rows in memory");
}

void require_supported(const LearnerKind& kind, const Kernel& kernel) {
  require_supported(fmt::format("the learner \"{}\"", kind.type), kind.supports, kernel);
}

bool streams_features(const Json& canonical) {
  const auto streams = find_learner(canonical.at("type").get<std::string>()).streams;
  return streams != nullptr && streams(canonical);
}

const LearnerKind& find_learner(std::string_view type) {
  std::vector<std::string> known;
  for (const LearnerKind& kind : learner_kinds()) {
    if (kind.type == type) return kind;
    known.push_back(kind.type);
  }
  fail_unknown("learner", type, known);
}

}  // namespace sketchbench
