#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/features/kernel_pca/principal_features.hpp>
#include "features/kernel_pca/matrices.hpp"
#include "support/thread_ranks.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using testing_support::ThreadRanks;

struct Made {
  MatrixXd z;
  Json facts;
};

Made made(const char* name, const MapRequest& request, const DenseMatrix& train) {
  const auto map = make_feature_map(name, request, train.view());
  return {test::matrix_of(test::mapped(*map, train.view())), map->facts()};
}

/// What each of so many ranks makes; all of them the same to the last bit.
Made made_by_ranks(const char* name, const MapRequest& request, const DenseMatrix& train, int size) {
  std::vector<Made> all(static_cast<std::size_t>(size));
  ThreadRanks::run(size, [&](const Communicator& ranks) {
    MapRequest own = request;
    own.ranks = &ranks;
    all[static_cast<std::size_t>(ranks.rank())] = made(name, own, train);
  });
  for (const Made& one : all) EXPECT_EQ(one.z, all.front().z);
  return all.front();
}

MapRequest request(Index D, const ParameterValues& parameters = {}) {
  return {.d_in = 4, .kernel = GaussianKernel{1}, .D = D, .seed = 3, .parameters = parameters};
}

TEST(DividedRows, GiveTheSamePrincipalDirections) {
  const DenseMatrix train = test::sample_rows(700, 4, 1, 1);
  for (const int centred : {0, 1}) {
    const MapRequest asked = request(10, {{"m", 60}, {"centred", centred}});
    const Made one = made("pca_nystrom", asked, train);
    for (const int size : {2, 4}) {
      const Made several = made_by_ranks("pca_nystrom", asked, train, size);
      EXPECT_LT(test::largest(several.z * several.z.transpose() - one.z * one.z.transpose()), 1e-5);
      const auto expected = one.facts.at("eigenvalues").get<std::vector<double>>(),
                 found = several.facts.at("eigenvalues").get<std::vector<double>>();
      for (std::size_t k = 0; k < expected.size(); ++k)
        EXPECT_NEAR(found[k], expected[k], 1e-9 * expected[0]);
    }
  }
}

// Rows that span no more than D directions lose nothing in a sketch, however it came to be.
TEST(DividedRows, GiveTheSameDirectionsOfASketchThatLosesNothing) {
  const DenseMatrix train = test::repeated_rows(600, 4, 9);
  const Made one = made("fd_fourier", request(12), train);
  for (const int size : {2, 4}) {
    const Made several = made_by_ranks("fd_fourier", request(12), train, size);
    EXPECT_LT(test::largest(several.z * several.z.transpose() - one.z * one.z.transpose()), 1e-5);
  }
}

// Otherwise sketches that are put together keep to the bound of one of all rows (Agarwal et al. 2012): no
// direction has lost more than "shrunk", and that is at most |F|^2 / (D + 1).
TEST(DividedRows, GiveASketchThatKeepsToItsBound) {
  const Index D = 12;
  const DenseMatrix train = test::sample_rows(1500, 4, 1, 1);
  for (const int size : {1, 2, 4}) {
    const Made found = made_by_ranks("fd_fourier", request(D), train, size);
    const auto map = make_feature_map("fd_fourier", request(D), train.view());
    const MatrixXd f =
        test::matrix_of(test::mapped(dynamic_cast<const PrincipalFeatures&>(*map).features(), train.view()));
    const Eigen::VectorXd squares =
        Eigen::SelfAdjointEigenSolver<MatrixXd>(f.transpose() * f).eigenvalues().reverse();
    const double norm = f.squaredNorm(), shrunk = found.facts.at("shrunk");
    EXPECT_NEAR(found.facts.at("squared_norm").get<double>(), norm, 1e-6 * norm);
    EXPECT_GT(shrunk, 0);
    EXPECT_LE(shrunk, norm / static_cast<double>(D + 1) * (1 + 1e-9));
    const auto values = found.facts.at("eigenvalues").get<std::vector<double>>();
    for (Index k = 0; k < D; ++k) {
      EXPECT_LE(values[static_cast<std::size_t>(k)], squares(k) * (1 + 1e-6)) << size << ' ' << k;
      EXPECT_GE(values[static_cast<std::size_t>(k)], squares(k) - shrunk - 1e-6 * squares(0))
          << size << ' ' << k;
    }
  }
}

}  // namespace
}  // namespace sketchbench
