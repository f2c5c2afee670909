#pragma once
#include <vector>

namespace sketchbench::test {

/// The circular convolution of two signals of one length, by its definition.
inline std::vector<double> convolve(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = a.size();
  std::vector<double> out(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) out[(i + j) % n] += a[i] * b[j];
  return out;
}

}  // namespace sketchbench::test
