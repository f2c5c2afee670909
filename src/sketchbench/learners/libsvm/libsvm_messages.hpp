#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace sketchbench {

/// Reads LIBSVM's progress lines. One-against-one training solves a subproblem for each pair of classes
/// (0, 1), (0, 2), ..., (1, 2), ... in the order of svm_model::label.
class LibsvmMessages {
 public:
  void read(std::string_view line);

  const std::vector<std::int64_t>& iterations() const { return iterations_; }  ///< of each pair
  const std::vector<double>& objectives() const {
    return objectives_;
  }  ///< of each pair: the dual, minimised

 private:
  std::vector<std::int64_t> iterations_;
  std::vector<double> objectives_;
};

}  // namespace sketchbench
