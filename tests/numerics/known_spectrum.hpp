#pragma once
#include <Eigen/Core>
#include <cmath>
#include <string>
#include <vector>

#include <sketchbench/numerics/eigensolvers/tall_matrices.hpp>

namespace sketchbench::test {

/// A symmetric matrix with these eigenvalues and random eigenvectors.
inline Eigen::MatrixXd with_spectrum(const Eigen::VectorXd& values, Seed seed) {
  const Index m = values.size();
  const Eigen::MatrixXd q = orthonormal_columns(normal_rows(m, m, seed, "test.eigenvectors"));
  return q * values.asDiagonal() * q.transpose();
}

/// Values, largest first, whose first ones are given and the rest is evenly spread.
inline Eigen::VectorXd spectrum(const std::vector<double>& first, Index m, double high, double low) {
  Eigen::VectorXd values(m);
  const auto given = static_cast<Index>(first.size());
  for (Index i = 0; i < given; ++i) values(i) = first[static_cast<std::size_t>(i)];
  if (m > given) values.tail(m - given) = Eigen::VectorXd::LinSpaced(m - given, high, low);
  return values;
}

struct KnownSpectrum {
  std::string name;
  Eigen::VectorXd values;  ///< largest first
  Index l;                 ///< wanted
};

/// All that Gram matrices and what stands in for them may be: 100 rows.
inline std::vector<KnownSpectrum> known_spectra() {
  const Index m = 100;
  Eigen::VectorXd decaying(m);
  for (Index i = 0; i < m; ++i) decaying(i) = 10 * std::pow(0.8, static_cast<double>(i));
  const Eigen::VectorXd gap = spectrum({10, 9, 8, 7, 6}, m, 1, 0);
  const Eigen::VectorXd coinciding = spectrum({5, 5, 5, 5, 2, 2, 2}, m, 0.5, 0);
  const Eigen::VectorXd low_rank = spectrum({5, 4, 3, 2}, m, 0, 0);
  // As of a quantised Gram matrix, whose negative eigenvalues are larger than the wanted ones: 70 around 0,
  // 25 far below.
  Eigen::VectorXd indefinite = spectrum({3, 2.5, 2, 1.5, 1}, m, 0.3, -0.3);
  indefinite.tail(25) = Eigen::VectorXd::LinSpaced(25, -4, -10);
  return {{"decaying", decaying, 6},
          {"with a gap", gap, 5},
          {"one of them", gap, 1},
          {"coinciding, all of them", coinciding, 4},
          {"coinciding, some of them", coinciding, 2},
          {"coinciding, two groups", coinciding, 7},
          {"low rank", low_rank, 3},
          {"of lower rank than is asked", low_rank, 8},
          {"indefinite", indefinite, 5},
          {"negative", spectrum({-1, -1.2, -1.4}, m, -2, -3), 3},
          {"tiny", 1e-20 * gap, 5},
          {"huge", 1e20 * gap, 5},
          {"identity", Eigen::VectorXd::Ones(m), 4},
          {"minus identity", -Eigen::VectorXd::Ones(m), 4},
          {"zero", Eigen::VectorXd::Zero(m), 4}};
}

}  // namespace sketchbench::test
