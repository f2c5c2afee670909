#include <sketchbench/features/kernel_pca/model/rounded_coefficients.hpp>

#include <fmt/format.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>

namespace sketchbench {

Eigen::VectorXd rounded_coefficients(const Eigen::VectorXd& alpha, double s, Seed seed,
                                     std::uint64_t stream) {
  if (!(s > 0 && std::isfinite(s)))
    throw InputError(fmt::format("coefficients are rounded with s = {}, expected a number above 0", s));
  RandomStream random(seed, "kernel_pca.rounding", stream);
  Eigen::VectorXd rounded(alpha.size());
  for (Index i = 0; i < alpha.size(); ++i) {
    const double probability = s * std::abs(alpha(i)), draw = random.uniform();
    if (probability >= 1)
      rounded(i) = alpha(i);
    else
      rounded(i) = draw < probability ? std::copysign(1 / s, alpha(i)) : 0;
  }
  return rounded;
}

}  // namespace sketchbench
