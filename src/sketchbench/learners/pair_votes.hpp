#pragma once
#include <memory>
#include <vector>

#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/learners/dual_model.hpp>

namespace sketchbench {

/// One machine for each pair of classes. Kernel values in single precision, each computed once for all
/// machines; their sums in double precision.
class PairVotes final : public DualModel {
 public:
  /// pairs: (0, 1), (0, 2), ..., (1, 2), ... of `classes`; rows are numbers of rows of x, whose support
  /// vectors are copied.
  PairVotes(const Rows& x, const Kernel& kernel, std::vector<int> classes, std::vector<PairSolution> pairs);

  std::vector<PairSolution> pairs() const override { return pairs_; }
  Index support_vectors() const { return support_.view().size(); }
  /// The support vectors are its rows, and pairs are told by their numbers among these.
  std::optional<ModelParts> parts() const override;
  /// LearnerKind::restore: pairs() speaks of the rows of the parts.
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Kernel& kernel, Index features);

 private:
  void score(const Rows& x, int threads, std::span<double> scores) const override;
  std::span<const int> labels() const override { return classes_; }

  struct Share {
    Index support, pair;  ///< numbers
    double b;
  };

  /// Numbers of the training rows that any pair has, ascending.
  static std::vector<Index> support_rows(const std::vector<PairSolution>& pairs);

  Kernel kernel_;
  std::vector<int> classes_;
  std::vector<PairSolution> pairs_;
  OwnedRows support_;
  std::vector<float> norms_;   ///< squared, of the support vectors
  std::vector<Share> shares_;  ///< by support vector
};

}  // namespace sketchbench
