#pragma once
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <sketchbench/learners/libsvm/libsvm_run.hpp>
#include <sketchbench/learners/model_parts.hpp>

namespace sketchbench {

/// A machine of the library's, with everything that it points to.
using SvmMachine = std::shared_ptr<const svm_model>;

SvmMachine machine_of(LibsvmRun run);

/// Parts of a machine on rows with so many columns, in the library's order: "labels", "support_counts" (of
/// each class), "support_rows" (numbers of training rows, from 1), "coefficients" (support vectors one after
/// another, for each of the other classes), "rho", and the support vectors as rows. A machine for targets
/// or of one class has neither labels nor counts.
ModelParts parts_of(const svm_model& machine, Index columns);

/// The machine again; predictions are made by the library from the same values in the same order. InputError
/// for parts that are none of such a machine's.
SvmMachine machine_of(const ModelParts& parts, const svm_parameter& parameters, Index columns);

/// A machine with one decision value, as a model of that kind: Regressor or OneClassModel.
template <class Kind>
class LibsvmMachineModel final : public Kind {
 public:
  /// On rows with so many columns.
  LibsvmMachineModel(SvmMachine machine, Index columns) : machine_(std::move(machine)), columns_(columns) {}

  std::optional<ModelParts> parts() const override { return parts_of(*machine_, columns_); }

 private:
  void score(const Rows& x, int threads, std::span<double> scores) const override {
    libsvm_scores(*machine_, x, threads, 1, scores);
  }

  SvmMachine machine_;
  Index columns_;
};

}  // namespace sketchbench
