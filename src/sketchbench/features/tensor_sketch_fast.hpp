#pragma once
#include <optional>

#include <sketchbench/features/count_sketch.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/features/lane_convolution.hpp>

namespace sketchbench {

/// Tensor Sketching as in tensor_sketch.hpp, with the same tables and, up to rounding, the same features, for
/// speed: as many rows as a register has floats (numerics/transforms) are sketched and transformed side by
/// side, one in each lane, so that every step of the transforms is a step of all of them. A row's features do
/// not depend on its batch, on blocks or on threads, and are finite where the stock map's are.
class TensorSketchFast final : public FeatureMap {
 public:
  TensorSketchFast(Index d_in, const PolynomialKernel& kernel, Index D, Seed seed);

  void transform(const Rows& x, MatrixRef z, int threads = 1) const override;
  std::size_t memory_bytes() const override {
    return sketches_.memory_bytes() + (convolution_ ? convolution_->memory_bytes() : 0);
  }
  static double memory(Index d_in, const PolynomialKernel& kernel, Index D);
  static double workspace(Index d_in, const PolynomialKernel& kernel, Index D);
  /// Throws InputError where there is no such map; the constructor asks it as well.
  static void require_shape(Index d_in, const PolynomialKernel& kernel, Index D);

 private:
  class Batch;
  static std::vector<SignalLayout> layouts(Index D, int degree);

  float constant_;  ///< sqrt(coef0)
  CountSketches sketches_;
  std::optional<LaneConvolution> convolution_;  ///< none for degree 1
};

FeatureMapKind tensor_sketch_fast_kind();

}  // namespace sketchbench
