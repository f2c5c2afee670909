#pragma once
#include <sketchbench/core/random.hpp>
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

/// b = max |K_ij| over the Gram matrix of x: 1 for a shift-invariant kernel, and otherwise the largest value
/// of a row with itself, because |K_ij| <= sqrt(K_ii K_jj) by Cauchy and Schwarz. No other value is made.
double largest_kernel_value(const Kernel& kernel, const Rows& x);

/// Rounds values to +b or -b at random, so that the mean is the value (Achlioptas, McSherry & Schölkopf 2001,
/// section 3): +b with probability 1/2 + value / (2 b), to 32 bits. The variance is b^2 - value^2. A value
/// that rounding has left beyond b counts as b; with b = 0 signs are fair.
class RandomSigns {
 public:
  explicit RandomSigns(double b) : scale_(b > 0 ? 0x1p31 / b : 0) {}
  bool is_negative(float value, RandomStream& stream) const {
    return !(stream.bits32() < 0x1p31 + scale_ * value);
  }

 private:
  double scale_;
};

}  // namespace sketchbench
