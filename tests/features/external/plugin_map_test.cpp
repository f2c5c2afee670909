// A map in a shared library: the example of the tree, and libraries that are wrong.
#include <sketchbench/features/external/plugin_map.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include <sketchbench/core/error.hpp>
#include "features/external/external_request.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::external_request;
using testing_support::message_of;
using testing_support::TemporaryFolder;

std::shared_ptr<ExternalMap> plugin(const std::filesystem::path& library, Index features_per_D = 1) {
  auto map = std::make_shared<ExternalMap>();
  map->form = ExternalMap::Form::plugin;
  map->kind = external_kind("a_plugin", ExternalMap::Form::plugin);
  map->file = library;
  map->features_per_D = features_per_D;
  return map;
}

DenseMatrix plugin_features(const FeatureMap& map, const Rows& x, int threads = 1) {
  DenseMatrix z(x.size(), map.d_out());
  map.transform(x, z, threads);
  return z;
}

DenseMatrix numbered_rows(Index n, Index d) {
  DenseMatrix x(n, d);
  for (Index i = 0; i < n * d; ++i) x.value[static_cast<std::size_t>(i)] = static_cast<float>(i % 7) - 3;
  return x;
}

// <R x, R y> / D has the mean <x, y> and, with independent signs, a variance of at most 2 |x|^2 |y|^2 / D. Of
// 400 seeds the mean is within 5 standard deviations but for a probability below 1e-6.
TEST(PluginMap, TheExampleEstimatesTheInnerProduct) {
  constexpr Index d = 6, D = 32;
  constexpr int seeds = 400;
  const DenseMatrix x = numbered_rows(2, d);
  const double exact = inner_product(x.view(), 0, x.view(), 1);
  double mean = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    MapRequest request = external_request(plugin(SKETCHBENCH_EXAMPLE_PLUGIN), d, D);
    request.seed = static_cast<Seed>(seed);
    const DenseMatrix z = plugin_features(*make_feature_map("a_plugin", request), x.view());
    mean += inner_product(z.view(), 0, z.view(), 1) / seeds;
  }
  const double deviation = std::sqrt(2 * squared_norm(x.view(), 0) * squared_norm(x.view(), 1) / D / seeds);
  EXPECT_NEAR(mean, exact, 5 * deviation);
}

TEST(PluginMap, TheExampleTellsAllSeedsApart) {
  const DenseMatrix x = numbered_rows(1, 6);
  std::set<std::vector<float>> different;
  for (const Seed seed : {Seed{1}, Seed{1} << 63, (Seed{1} << 63) + 1, ~Seed{0}}) {
    MapRequest request = external_request(plugin(SKETCHBENCH_EXAMPLE_PLUGIN), 6, 32);
    request.seed = seed;
    different.insert(plugin_features(*make_feature_map("a_plugin", request), x.view()).value);
  }
  EXPECT_EQ(different.size(), 4u);
}

TEST(PluginMap, StorageAndThreadsChangeNothing) {
  constexpr Index n = 1000, d = 6;
  const DenseMatrix x = numbered_rows(n, d);
  const auto map = make_feature_map("a_plugin", external_request(plugin(SKETCHBENCH_EXAMPLE_PLUGIN), d, 8));
  const DenseMatrix z = plugin_features(*map, x.view());
  EXPECT_EQ(plugin_features(*map, x.view(), 3).value, z.value);
  EXPECT_EQ(plugin_features(*map, to_sparse(x).view().slice(10, n)).value,
            std::vector<float>(z.row(10), z.row(10) + (n - 10) * 8));
}

TEST(PluginMap, TheExampleAnswersItsKernelInEitherStorage) {
  constexpr Index n = 5, m = 3, d = 6;
  const DenseMatrix x = numbered_rows(n, d), y = numbered_rows(m, d);
  const auto with_kernel = plugin(SKETCHBENCH_EXAMPLE_PLUGIN);
  with_kernel->own_kernel = "inner product";
  const auto map = make_feature_map("a_plugin", external_request(with_kernel, d, 8));
  std::vector<double> values(n * m, -1);
  const CsrMatrix sparse = to_sparse(x);
  for (const Rows& rows : {x.view(), sparse.view()}) {
    dynamic_cast<const OwnKernel&>(*map).own_kernel(rows, y.view(), values);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < m; ++j)
        EXPECT_EQ(values[static_cast<std::size_t>(i * m + j)], inner_product(x.view(), i, y.view(), j));
  }
}

TEST(PluginMap, OneWithoutTheKernelThatItIsToAnswerIsRefused) {
  const auto without = plugin(SKETCHBENCH_CARELESS_PLUGIN);
  without->own_kernel = "mine";
  EXPECT_THAT(message_of<Error>([&] { require_plugin(*without); }),
              AllOf(HasSubstr("\"a_plugin\""), HasSubstr("no function sketchbench_plugin_kernel")));
}

TEST(PluginMap, AnotherVersionOfTheInterfaceIsRefused) {
  EXPECT_THAT(message_of<Error>([] {
                make_feature_map("a_plugin", external_request(plugin(SKETCHBENCH_ANOTHER_ABI), 2, 2));
              }),
              AllOf(HasSubstr("the map \"a_plugin\""), HasSubstr("version 2"), HasSubstr("expected 1")));
}

TEST(PluginMap, WhatIsNoPluginIsToldInTheLoadersWords) {
  const TemporaryFolder folder;
  const auto file = folder.write("libtext.so", "not a library");
  EXPECT_THAT(message_of<Error>([&] { make_feature_map("a_plugin", external_request(plugin(file), 2, 2)); }),
              AllOf(HasSubstr("cannot be loaded"), HasSubstr("libtext.so")));
}

TEST(PluginMap, AFeatureThatItDoesNotWriteIsNone) {
  MapRequest request = external_request(plugin(SKETCHBENCH_CARELESS_PLUGIN), 1, 1);
  request.parameters = {{"way", "maps nothing"}};
  DenseMatrix x(3, 1);
  const auto map = make_feature_map("a_plugin", request, x.view());
  EXPECT_THAT(
      message_of<Error>([&] { plugin_features(*map, x.view()); }),
      AllOf(HasSubstr("\"a_plugin\""), HasSubstr("row 1, feature 1 is nan"), HasSubstr("transform()")));
}

TEST(PluginMap, WhatItThrowsNamesIt) {
  DenseMatrix x(3, 1);
  const auto message = [&](const char* way) {
    MapRequest request = external_request(plugin(SKETCHBENCH_CARELESS_PLUGIN), 1, 1);
    request.parameters = {{"way", way}};
    return message_of<Error>(
        [&] { plugin_features(*make_feature_map("a_plugin", request, x.view()), x.view()); });
  };
  const auto names_it = AllOf(HasSubstr("the map \"a_plugin\""), HasSubstr(SKETCHBENCH_CARELESS_PLUGIN));
  EXPECT_THAT(message("throws int"), AllOf(names_it, HasSubstr("its transform() threw an exception;")));
  EXPECT_THAT(message("throws"), AllOf(names_it, HasSubstr("its transform() threw an exception: no rows")));
  EXPECT_THAT(message("throws at once"),
              AllOf(names_it, HasSubstr("its create() threw an exception: no room")));
}

TEST(PluginMap, ItsFailuresAreToldInItsOwnWords) {
  DenseMatrix x(3, 1);
  x.value = {1, 2, 4};
  const auto make = [&](Index D, Index features_per_D) {
    return make_feature_map(
        "a_plugin", external_request(plugin(SKETCHBENCH_FAILING_PLUGIN, features_per_D), 1, D), x.view());
  };
  EXPECT_THAT(message_of<Error>([&] { make(3, 2); }), HasSubstr("cannot be made: D is odd"));
  EXPECT_THAT(message_of<Error>([&] { make(2, 1); }), HasSubstr("d_out = 4, expected 1 to 2"));
  const auto map = make(2, 2);
  EXPECT_EQ(plugin_features(*map, x.view()).row(1)[3], 0.5f);
  x.value[1] = 0;
  EXPECT_THAT(message_of<Error>([&] { plugin_features(*map, x.view()); }),
              HasSubstr("row 2, feature 1 is inf"));
  x.value[0] = -1;
  EXPECT_THAT(message_of<Error>([&] { plugin_features(*map, x.view()); }),
              HasSubstr("cannot map rows: a negative value"));
  x.value[0] = 0;
  EXPECT_THAT(message_of<Error>([&] { make(2, 2); }),
              HasSubstr("cannot look at the training rows: a negative value"));
}

}  // namespace
}  // namespace sketchbench
