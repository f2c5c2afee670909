// What every registered map must do.
#include "features/feature_map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

struct Case {
  std::string map;
  int degree;
  double coef0;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.map << " degree " << c.degree << " coef0 " << c.coef0;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const FeatureMapKind& kind : feature_map_kinds())
    for (const int degree : {1, 2, 3, 4})
      for (const double coef0 : {0.0, 1.0, 0.5})
        if (kind.name != "random_maclaurin_h01" || coef0 > 0) cases.push_back({kind.name, degree, coef0});
  return cases;
}

class EveryMap : public testing::TestWithParam<Case> {
 protected:
  PolynomialKernel kernel() const { return {GetParam().degree, GetParam().coef0}; }
  std::unique_ptr<FeatureMap> make(Index d, Index D, Seed seed = 1) const {
    return make_feature_map(GetParam().map, {.d_in = d, .kernel = kernel(), .D = D, .seed = seed});
  }
};

// The mean over 20,000 seeds (fixed: 0 to 19,999) against the kernel, within 5 standard errors: 6e-7 for a
// normal law, for both pairs of all 56 cases 7e-5. Small rows, because the tails of high degrees grow with
// the rows' norms.
TEST_P(EveryMap, IsUnbiased) {
  const Index d = 4, D = 11;
  DenseMatrix x = test::sample_rows(2, d, 1, 21);
  test::Sample estimates, squares;
  for (Seed seed = 0; seed < 20'000; ++seed) {
    const DenseMatrix z = test::mapped(*make(d, D, seed), x.view());
    estimates.add(inner_product(z.view(), 0, z.view(), 1));
    squares.add(squared_norm(z.view(), 0));
  }
  const Rows rows = x.view();
  EXPECT_NEAR(estimates.mean(), kernel()(rows, 0, rows, 1), 5 * estimates.mean_error() + 1e-5);
  EXPECT_NEAR(squares.mean(), kernel()(rows, 0, rows, 0), 5 * squares.mean_error() + 1e-5);
}

TEST_P(EveryMap, WritesEveryValueForDenseAndSparseRowsAlike) {
  const Index d = 30;
  for (const Index D : {32, 61, 101, 128}) {
    const DenseMatrix x = test::sample_rows(13, d, 0.3, 2);
    const auto map = make(d, D);
    const DenseMatrix z = test::mapped(*map, x.view());
    for (const float value : z.value) ASSERT_TRUE(std::isfinite(value));
    EXPECT_EQ(z.value, test::mapped(*map, to_sparse(x).view()).value) << "D = " << D;
  }
}

TEST_P(EveryMap, GivesTheSameBitsForEveryNumberOfThreadsAndEverySlicing) {
  const Index n = 301, d = 30, D = 97;
  const DenseMatrix dense = test::sample_rows(n, d, 0.3, 3);
  const CsrMatrix sparse = to_sparse(dense);
  const auto map = make(d, D);
  for (const Rows& x : {dense.view(), sparse.view()}) {
    const DenseMatrix whole = test::mapped(*map, x);
    for (const int threads : {2, 3, 7}) EXPECT_EQ(test::mapped(*map, x, threads).value, whole.value);
    for (const Index step : {1, 5, 64, 300}) {
      DenseMatrix pieces(n, D);
      for (Index begin = 0; begin < n; begin += step) {
        const Index end = std::min(n, begin + step);
        map->transform(x.slice(begin, end), MatrixRef(pieces).slice(begin, end));
      }
      EXPECT_EQ(pieces.value, whole.value) << "slices of " << step;
    }
    EXPECT_EQ(test::mapped(*make(d, D), x).value, whole.value) << "made again with the same seed";
  }
}

TEST_P(EveryMap, DependsOnTheSeedUnlessItIsExact) {
  const bool exact = GetParam().map == "random_maclaurin_h01" && GetParam().degree == 1;
  const DenseMatrix x = test::sample_rows(1, 30, 1, 3);
  EXPECT_EQ(
      test::mapped(*make(30, 300, 1), x.view()).value == test::mapped(*make(30, 300, 2), x.view()).value,
      exact);
}

TEST_P(EveryMap, KeepsToItsColumnsOfTheOutput) {
  const Index d = 5, D = 20, stride = 23;
  const DenseMatrix x = test::sample_rows(3, d, 1, 4);
  const auto map = make(d, D);
  std::vector<float> memory(3 * stride, -77.0f);
  map->transform(x.view(), MatrixRef(memory.data(), 3, D, stride));
  const DenseMatrix z = test::mapped(*map, x.view());
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < stride; ++j)
      EXPECT_EQ(memory[static_cast<std::size_t>(i * stride + j)], j < D ? z.row(i)[j] : -77.0f);
}

TEST_P(EveryMap, AcceptsNoRows) {
  const DenseMatrix x(0, 5);
  EXPECT_NO_THROW(test::mapped(*make(5, 20), x.view()));
}

TEST_P(EveryMap, RefusesOtherShapes) {
  const auto map = make(5, 20);
  const DenseMatrix x(3, 5), narrow(3, 4);
  DenseMatrix z(3, 20), short_z(2, 20), narrow_z(3, 19);
  EXPECT_THAT([&] { map->transform(narrow.view(), z); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("4 features"), HasSubstr("expected 5"))));
  EXPECT_THROW(map->transform(x.view(), short_z), InputError);
  EXPECT_THROW(map->transform(x.view(), narrow_z), InputError);
  EXPECT_THROW(map->transform(x.view(), MatrixRef(z.value.data(), 3, 20, 19)), InputError);
}

TEST_P(EveryMap, EstimatesItsMemory) {
  const auto map = make(100, 500);
  const double estimate =
      find_feature_map(GetParam().map).memory({.d_in = 100, .kernel = kernel(), .D = 500});
  EXPECT_LE(static_cast<double>(map->memory_bytes()), estimate);
  EXPECT_LE(estimate, 2.5 * static_cast<double>(map->memory_bytes()) + 4096);
}

TEST_P(EveryMap, PlansForItsThreads) {
  const FeatureMapKind& kind = find_feature_map(GetParam().map);
  const MapRequest request{.d_in = 100, .kernel = kernel(), .D = 5000};
  const double one = bytes_in_use(kind, request), four = bytes_in_use(kind, request, 4);
  EXPECT_GE(one, kind.memory(request) + kind.workspace(request));
  EXPECT_NEAR(four - one, 3 * kind.workspace(request), 1);
}

INSTANTIATE_TEST_SUITE_P(Maps, EveryMap, testing::ValuesIn(all_cases()));

// Results that records rest on: when they change by more than rounding, the kind's version must be raised, or
// records of two different maps are taken for one.
TEST(FeatureMaps, GiveTheResultsOfTheirVersion) {
  struct Golden {
    std::string map;
    int version, degree;
    double weighted_sum;  ///< sum of j z_j, j from 1
  };
  const std::vector<Golden> goldens = {
      {"tensor_sketch", 1, 1, 88.750000},
      {"tensor_sketch", 1, 2, 158.124985},
      {"tensor_sketch", 1, 3, 650.937474},
      {"tensor_sketch", 1, 4, -1845.507582},
      {"tensor_sketch_fast", 1, 1, 88.750000},
      {"tensor_sketch_fast", 1, 2, 158.124985},
      {"tensor_sketch_fast", 1, 3, 650.937474},
      {"tensor_sketch_fast", 1, 4, -1845.507582},
      {"random_maclaurin_published", 1, 2, 166.325003},
      {"random_maclaurin_published", 1, 4, 110.717810},
      {"random_maclaurin_restricted", 1, 2, 180.324506},
      {"random_maclaurin_restricted", 1, 4, 253.891815},
      {"random_maclaurin_h01", 1, 2, 141.001576},
      {"random_maclaurin_h01", 1, 4, 1260.260917},
  };
  DenseMatrix x(1, 6);
  x.value = {1, 0, -0.5f, 2, 0.25f, 0};
  for (const Golden& golden : goldens) {
    const DenseMatrix z = test::mapped(
        *make_feature_map(golden.map,
                          {.d_in = 6, .kernel = PolynomialKernel{golden.degree, 1}, .D = 50, .seed = 42}),
        x.view());
    double sum = 0;
    for (Index j = 0; j < z.d; ++j) sum += static_cast<double>(j + 1) * double{z.row(0)[j]};
    EXPECT_EQ(find_feature_map(golden.map).version, golden.version);
    EXPECT_NEAR(sum, golden.weighted_sum, 2e-6 * std::abs(golden.weighted_sum))
        << golden.map << ' ' << golden.degree;
  }
}

TEST(FeatureMaps, AreInTheOrderOfReports) {
  std::vector<std::string> names;
  for (const FeatureMapKind& kind : feature_map_kinds()) names.push_back(kind.name);
  EXPECT_THAT(names, testing::ElementsAre("tensor_sketch", "tensor_sketch_fast", "random_maclaurin_published",
                                          "random_maclaurin_restricted", "random_maclaurin_h01"));
}

TEST(FeatureMaps, SuggestTheNearestName) {
  EXPECT_THAT([] { find_feature_map("tensor_skech"); },
              ThrowsMessage<InputError>(HasSubstr("\"tensor_sketch\"")));
  EXPECT_THROW(find_feature_map(""), InputError);
}

TEST(FeatureMaps, WorkWithOneInputAndOneOutput) {
  DenseMatrix x(1, 1);
  x.row(0)[0] = 0.5f;
  for (const auto name : {"tensor_sketch", "random_maclaurin_published", "random_maclaurin_restricted"}) {
    const DenseMatrix z = test::mapped(
        *make_feature_map(name, {.d_in = 1, .kernel = PolynomialKernel{2, 1}, .D = 1, .seed = 1}), x.view());
    EXPECT_TRUE(std::isfinite(z.value[0])) << name;
  }
}

TEST(FeatureMaps, RefuseWrongNumbersBeforeTheyAllocate) {
  const auto make = [](Index d, PolynomialKernel kernel, Index D, const char* name = "tensor_sketch") {
    return [=] { make_feature_map(name, {.d_in = d, .kernel = kernel, .D = D, .seed = 1}); };
  };
  EXPECT_THAT(make(5, PolynomialKernel{2, 0}, 0),
              ThrowsMessage<InputError>(HasSubstr("D is 0, expected a whole number of at least 1")));
  EXPECT_THROW(make(5, PolynomialKernel{2, 0}, -3)(), InputError);
  EXPECT_THROW(make(0, PolynomialKernel{2, 0}, 10)(), InputError);
  EXPECT_THROW(make(5, PolynomialKernel{0, 0}, 10)(), InputError);
  EXPECT_THROW(make(5, {2, -1}, 10)(), InputError);
  EXPECT_THROW(make(5, {2, NAN}, 10)(), InputError);
  EXPECT_THROW(make(5, PolynomialKernel{2, 0}, Index{1} << 40)(), InputError);
  EXPECT_THROW(make(5, PolynomialKernel{1'000'000'000, 0}, 1000)(), InputError);
  EXPECT_THAT(make(2'000'000'000, PolynomialKernel{4, 0}, 2'000'000'000, "random_maclaurin_restricted"),
              ThrowsMessage<InputError>(AllOf(HasSubstr("D = 2000000000"), HasSubstr("⟨x,y⟩⁴"))));
}

TEST(FeatureMaps, OfPolynomialKernelsRefuseOthers) {
  for (const FeatureMapKind& kind : feature_map_kinds())
    for (const Kernel& kernel :
         {Kernel(GaussianKernel{2}), Kernel(LaplacianKernel{}), Kernel(CauchyKernel{})}) {
      EXPECT_FALSE(kind.supports(kernel));
      EXPECT_THAT(
          [&] { make_feature_map(kind.name, {.d_in = 5, .kernel = kernel, .D = 10, .seed = 1}); },
          ThrowsMessage<InputError>(AllOf(HasSubstr("\"" + kind.name + "\""), HasSubstr(kernel.display()),
                                          HasSubstr("it supports: polynomial"))));
    }
}

// A plan asks before any cell runs; what it lets through, the constructor must not refuse.
TEST(FeatureMaps, WhatCannotBeIsRefusedAlikeBeforehandAndWhenMade) {
  struct Request {
    const char* map;
    Index d;
    PolynomialKernel kernel;
    Index D;
  };
  const std::vector<Request> impossible = {
      {"random_maclaurin_h01", 123, PolynomialKernel{2, 1}, 124},
      {"random_maclaurin_h01", 123, PolynomialKernel{2, 0}, 500},
      {"random_maclaurin_h01", 1, PolynomialKernel{1, 0}, 1},
      {"tensor_sketch_fast", 5, PolynomialKernel{2, 0}, 1 << 28},
      {"tensor_sketch", 1, PolynomialKernel{1000, 0}, 1 << 28},
      {"tensor_sketch", 5, PolynomialKernel{2, 0}, 0},
      {"random_maclaurin_published", 5, {1000, 1e30}, 10},
  };
  for (const Request& r : impossible) {
    const FeatureMapKind& kind = find_feature_map(r.map);
    std::string beforehand, when_made;
    try {
      require_possible(kind, {.d_in = r.d, .kernel = r.kernel, .D = r.D});
    } catch (const InputError& error) {
      beforehand = error.what();
    }
    try {
      make_feature_map(r.map, {.d_in = r.d, .kernel = r.kernel, .D = r.D, .seed = 1});
    } catch (const InputError& error) {
      when_made = error.what();
    }
    EXPECT_FALSE(beforehand.empty()) << r.map << ", D = " << r.D;
    EXPECT_EQ(beforehand, when_made);
  }
  for (const FeatureMapKind& kind : feature_map_kinds())
    EXPECT_NO_THROW(require_possible(kind, {.d_in = 3, .kernel = PolynomialKernel{2, 1}, .D = 5}))
        << kind.name;
}

TEST(FeatureMapKinds, SayWhatTheyAreAndWhoPublishedThem) {
  std::set<std::string> titles, briefs;
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    EXPECT_FALSE(kind.title.empty()) << kind.name;
    EXPECT_FALSE(kind.brief.empty()) << kind.name;
    EXPECT_LE(kind.brief.size(), kind.title.size());
    EXPECT_TRUE(titles.insert(kind.title).second) << kind.title;
    EXPECT_TRUE(briefs.insert(kind.brief).second) << kind.brief;
    EXPECT_THAT(kind.citation, testing::ContainsRegex("\\([0-9]{4}\\)\\. .+")) << kind.name;
    EXPECT_EQ(kind.claim.empty(), kind.claimed_operations == nullptr) << kind.name;
    EXPECT_EQ(kind.citation, find_feature_map(defining_map(kind.name)).citation) << "fast forms inherit it";
  }
}

TEST(FeatureMapKinds, AFastFormNamesTheKindThatDefinesItsFeatures) {
  EXPECT_EQ(defining_map("tensor_sketch_fast"), "tensor_sketch");
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    const FeatureMapKind& defined = find_feature_map(defining_map(kind.name));
    EXPECT_TRUE(defined.fast_form_of.empty()) << kind.name;
  }
  EXPECT_EQ(defining_map("exact"), "exact");
}

}  // namespace
}  // namespace sketchbench
