#pragma once
#include <vector>

#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/learners/dual_model.hpp>

namespace sketchbench {

/// Decision values of machines on a kernel: sum b_k kappa(row_k, x) - rho for each. Kernel values in single
/// precision, each computed once for all machines; their sums in double precision.
class KernelSums {
 public:
  /// Rows are numbers of rows of x, of which those that any machine has are copied.
  KernelSums(const Rows& x, const Kernel& kernel, std::vector<PairSolution> machines);

  const std::vector<PairSolution>& machines() const { return machines_; }
  Index support_vectors() const { return support_.view().size(); }
  /// As many as there are machines, for each row of x.
  void score(const Rows& x, int threads, std::span<double> scores) const;
  /// The support vectors are its rows, and machines ("pair_sizes", "pair_rows") are told by their numbers
  /// among these.
  ModelParts parts() const;
  /// So many machines again, whose rows are those of the parts. InputError for parts that are none.
  static KernelSums restore(const ModelParts& parts, const Kernel& kernel, Index features, std::size_t count);

 private:
  struct Share {
    Index support, machine;  ///< numbers
    double b;
  };

  /// Numbers of the training rows that any machine has, ascending.
  static std::vector<Index> support_rows(const std::vector<PairSolution>& machines);

  Kernel kernel_;
  std::vector<PairSolution> machines_;
  OwnedRows support_;
  std::vector<float> norms_;   ///< squared, of the support vectors
  std::vector<Share> shares_;  ///< by support vector
};

/// One machine's decision value as the predicted target.
class KernelRegressor final : public Regressor, public DualSolution {
 public:
  explicit KernelRegressor(KernelSums machine) : machine_(std::move(machine)) {}
  std::vector<PairSolution> pairs() const override { return machine_.machines(); }
  std::optional<ModelParts> parts() const override { return machine_.parts(); }
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Kernel& kernel, Index features);

 private:
  void score(const Rows& x, int threads, std::span<double> scores) const override {
    machine_.score(x, threads, scores);
  }

  KernelSums machine_;
};

/// Of a machine that knows one class, the training rows: where its decision value is above 0 a row is like
/// them, 1, and else -1.
class OneClassModel : public Model {
 public:
  Index outputs() const final { return 1; }
  bool scores_pairs() const final { return true; }
  std::vector<int> classes() const final { return {1, -1}; }

 private:
  float decide(std::span<const double> scores) const final { return scores.front() > 0 ? 1.0f : -1.0f; }
};

}  // namespace sketchbench
