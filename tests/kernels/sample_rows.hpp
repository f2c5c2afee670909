#pragma once
#include "core/random.hpp"
#include "core/rows.hpp"

namespace sketchbench::testing_support {

/// Normal values, three in ten of them zero.
inline DenseMatrix random_rows(Index n, Index d, Seed seed) {
  RandomStream random(seed, "rows");
  DenseMatrix x(n, d);
  for (float& v : x.value) v = random.uniform() < 0.3 ? 0.0f : static_cast<float>(random.normal());
  return x;
}

}  // namespace sketchbench::testing_support
