#include <sketchbench/learners/pair_votes.hpp>

#include <utility>

namespace sketchbench {

PairVotes::PairVotes(KernelSums machines, std::vector<int> classes)
    : machines_(std::move(machines)), classes_(std::move(classes)) {}

std::vector<PairSolution> PairVotes::pairs() const {
  std::vector<PairSolution> all = machines_.machines();
  auto pair = all.begin();
  for (std::size_t a = 0; a < classes_.size(); ++a)
    for (std::size_t b = a + 1; b < classes_.size(); ++b, ++pair) {
      pair->first = classes_[a];
      pair->second = classes_[b];
    }
  return all;
}

std::optional<ModelParts> PairVotes::parts() const {
  ModelParts parts = machines_.parts();
  parts.whole.emplace("labels", part_of_labels(classes_));
  return parts;
}

std::unique_ptr<Model> PairVotes::restore(const ModelParts& parts, const Kernel& kernel, Index features) {
  std::vector<int> classes = PartsReader(parts).labels();
  const std::size_t pairs = classes.size() * (classes.size() - 1) / 2;
  return std::make_unique<PairVotes>(KernelSums::restore(parts, kernel, features, pairs), std::move(classes));
}

}  // namespace sketchbench
