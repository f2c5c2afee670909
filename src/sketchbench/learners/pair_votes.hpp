#pragma once
#include <memory>
#include <vector>

#include <sketchbench/learners/kernel_sums.hpp>

namespace sketchbench {

/// One machine for each pair of classes.
class PairVotes final : public DualModel {
 public:
  /// pairs: (0, 1), (0, 2), ..., (1, 2), ... of `classes`; rows are numbers of rows of x, whose support
  /// vectors are copied.
  PairVotes(const Rows& x, const Kernel& kernel, std::vector<int> classes, std::vector<PairSolution> pairs)
      : PairVotes(KernelSums(x, kernel, std::move(pairs)), std::move(classes)) {}
  PairVotes(KernelSums machines, std::vector<int> classes);

  std::vector<PairSolution> pairs() const override;
  Index support_vectors() const { return machines_.support_vectors(); }
  std::optional<ModelParts> parts() const override;
  /// LearnerKind::restore: pairs() speaks of the rows of the parts.
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Kernel& kernel, Index features);

 private:
  void score(const Rows& x, int threads, std::span<double> scores) const override {
    machines_.score(x, threads, scores);
  }
  std::span<const int> labels() const override { return classes_; }

  KernelSums machines_;
  std::vector<int> classes_;
};

}  // namespace sketchbench
