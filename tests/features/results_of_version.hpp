#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "features/sample_rows.hpp"

namespace sketchbench::test {

struct ResultOfVersion {
  Kernel kernel;
  double sum;
  ParameterValues parameters = {};
};

/// What differs from one kind to the next in how its results are summed up.
struct SumOfResults {
  Index D = 50;
  Rows train = {};                                  ///< for a kind that looks at data
  std::shared_ptr<const CsrMatrix> landmarks = {};  ///< for a kind that the user gives some
  bool squares = false;  ///< of j z_j^2, for features whose sign is left open: those in eigenvectors
  double tolerance = 0;  ///< where 2e-6 of the sum is less than this
};

/// Results that records rest on: when they change by more than rounding, the kind's version must be raised,
/// or records of two different maps are taken for one. A sum is that of j z_j, j from 1, over the features of
/// a certain row, seed 42.
inline void expect_results_of_version(const FeatureMapKind& kind, int version,
                                      const std::vector<ResultOfVersion>& results,
                                      const SumOfResults& how = {}) {
  EXPECT_EQ(kind.version, version) << kind.name;
  DenseMatrix x(1, 6);
  x.value = {1, 0, -0.5f, 2, 0.25f, 0};
  for (const ResultOfVersion& expected : results) {
    const MapRequest request{.d_in = 6,
                             .kernel = expected.kernel,
                             .D = how.D,
                             .seed = 42,
                             .parameters = expected.parameters,
                             .landmarks = how.landmarks};
    const DenseMatrix z = mapped(*make_feature_map(kind.name, request, how.train), x.view());
    double sum = 0;
    for (Index j = 0; j < z.d; ++j) {
      const double value = z.row(0)[j];
      sum += static_cast<double>(j + 1) * (how.squares ? value * value : value);
    }
    EXPECT_NEAR(sum, expected.sum, std::max(2e-6 * std::abs(expected.sum), how.tolerance))
        << kind.name << ' ' << expected.kernel.display() << ' ' << Json(expected.parameters).dump()
        << ": the sum is " << std::to_string(sum);
  }
}

}  // namespace sketchbench::test
