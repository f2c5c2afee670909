#pragma once
#include <fmt/format.h>

#include <string>

#include <sketchbench/core/random.hpp>

namespace sketchbench::testing_support {

/// A LIBSVM file: points of the square [-1, 1]^2 with six idle coordinates, labelled by the sign of x1 * x2.
inline std::string quadrants(int rows, Seed seed) {
  RandomStream random(seed, "quadrants");
  std::string text;
  for (int i = 0; i < rows; ++i) {
    double x[8];
    for (double& v : x) v = 2 * random.uniform() - 1;
    text += x[0] * x[1] > 0 ? "+1" : "-1";
    for (int j = 0; j < 8; ++j) text += fmt::format(" {}:{:.6f}", j + 1, x[j]);
    text += '\n';
  }
  return text;
}

}  // namespace sketchbench::testing_support
