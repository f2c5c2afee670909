#pragma once
#include <algorithm>
#include <vector>

#include <sketchbench/core/random.hpp>
#include <sketchbench/core/rows.hpp>
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench::testing_support {

/// Normal values, three in ten of them zero.
inline DenseMatrix random_rows(Index n, Index d, Seed seed) {
  RandomStream random(seed, "rows");
  DenseMatrix x(n, d);
  for (float& v : x.value) v = random.uniform() < 0.3 ? 0.0f : static_cast<float>(random.normal());
  return x;
}

/// These, and one of each family that is not among them.
inline std::vector<Kernel> with_every_family(std::vector<Kernel> kernels) {
  for (const Kernel& kernel : Kernel::one_of_each_family())
    if (std::ranges::find(kernels, kernel.family(), &Kernel::family) == kernels.end())
      kernels.push_back(kernel);
  return kernels;
}

}  // namespace sketchbench::testing_support
