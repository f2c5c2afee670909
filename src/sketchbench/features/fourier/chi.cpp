#include <sketchbench/features/fourier/chi.hpp>

#include <cmath>

namespace sketchbench {

double draw_chi(Index coordinates, RandomStream& random) {
  if (coordinates == 1) return std::abs(random.normal());
  // The square is twice a Gamma variable of this shape, which is at least 1 as the method asks.
  const double shape = static_cast<double>(coordinates) / 2;
  const double most_likely = shape - 1.0 / 3, spread = 1 / (3 * std::sqrt(most_likely));
  for (;;) {
    const double normal = random.normal(), root = 1 + spread * normal;
    const double uniform = 1 - random.uniform();
    if (root <= 0) continue;
    const double cube = root * root * root;
    if (std::log(uniform) < normal * normal / 2 + most_likely * (1 - cube + std::log(cube)))
      return std::sqrt(2 * most_likely * cube);
  }
}

}  // namespace sketchbench
