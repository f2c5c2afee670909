#include <gtest/gtest.h>

#include <sketchbench/core/parameter_values.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include "features/results_of_version.hpp"

namespace sketchbench {
namespace {

TEST(KernelPcaMaps, GiveTheResultsOfTheirVersion) {
  const DenseMatrix train = test::sample_rows(30, 6, 1, 77);
  // Few enough rows for all eigenvalues to be found at once; features are in single precision.
  const test::SumOfResults how{.D = 5, .train = train.view(), .squares = true, .tolerance = 2e-4};
  const auto expect = [&](const char* map, const std::vector<test::ResultOfVersion>& results) {
    test::expect_results_of_version(find_feature_map(map), 1, results, how);
  };
  const Kernel gaussian = GaussianKernel{2}, polynomial = PolynomialKernel{2, 1};
  const ParameterValues centred = {{"centred", 1}}, rounded = {{"rounding", 20.0}},
                        projected = {{"projection", 4}};
  expect("kernel_pca", {{gaussian, 1.103316},
                        {polynomial, 13.216010},
                        {gaussian, 1.470803, centred},
                        {gaussian, 1.094586, rounded},
                        {gaussian, 1.392776, projected}});
  expect("kernel_pca_sparsified",
         {{gaussian, 0.390143}, {polynomial, 9.270800}, {gaussian, 0.345521, {{"s", 2.0}}}});
  expect("kernel_pca_quantised", {{gaussian, 0.278978}, {polynomial, 0.840166}});
  expect("kernel_pca_sampled_signs", {{gaussian, 0.128414}, {polynomial, 0.475569}});
  expect("pca_nystrom", {{gaussian, 0.782506},
                         {polynomial, 0.753221},
                         {gaussian, 1.096686, {{"landmarks", "leverage"}}},
                         {gaussian, 1.172051, {{"landmarks", "rpcholesky"}}}});
  expect("fd_fourier", {{gaussian, 1.353321}});
}

}  // namespace
}  // namespace sketchbench
