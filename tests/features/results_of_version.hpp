#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "features/sample_rows.hpp"

namespace sketchbench::test {

/// Results that records rest on: when they change by more than rounding, the kind's version must be raised,
/// or records of two different maps are taken for one. A sum is that of j z_j, j from 1, over the 50 features
/// of a certain row, seed 42.
inline void expect_results_of_version(const FeatureMapKind& kind, int version,
                                      const std::vector<std::pair<Kernel, double>>& sums) {
  EXPECT_EQ(kind.version, version) << kind.name;
  DenseMatrix x(1, 6);
  x.value = {1, 0, -0.5f, 2, 0.25f, 0};
  for (const auto& [kernel, expected] : sums) {
    const DenseMatrix z =
        mapped(*make_feature_map(kind.name, {.d_in = 6, .kernel = kernel, .D = 50, .seed = 42}), x.view());
    double sum = 0;
    for (Index j = 0; j < z.d; ++j) sum += static_cast<double>(j + 1) * double{z.row(0)[j]};
    EXPECT_NEAR(sum, expected, 2e-6 * std::abs(expected)) << kind.name << ' ' << kernel.display();
  }
}

}  // namespace sketchbench::test
