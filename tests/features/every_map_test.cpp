// What every registered map must do, for every kernel that it supports. A new map is tested here as soon as
// it is registered; the facts of its kind say what holds for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/features/feature_map.hpp>
#include "features/sample_rows.hpp"
#include "support/allocations.hpp"
#include "support/thread_starts.hpp"
#include "support/wrong_columns.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::counts_allocations;
using testing_support::counts_threads;
using testing_support::HeapUse;
using testing_support::ThreadStarts;

struct Case {
  const FeatureMapKind* kind;
  Kernel kernel;
  int number = 1;  ///< of the map's kernels
};

/// "nystrom", "nystrom_with_kernel_2": so that a filter can name every map once (scripts/sanitize).
std::string name_of(const testing::TestParamInfo<Case>& info) {
  const Case& c = info.param;
  return c.kind->name + (c.number == 1 ? "" : "_with_kernel_" + std::to_string(c.number));
}

void PrintTo(const Case& c, std::ostream* out) { *out << c.kind->name << ' ' << c.kernel.display(); }

/// SKETCHBENCH_THOROUGH: all kernels for every map, and many more draws; a release is checked so.
bool is_thorough() { return std::getenv("SKETCHBENCH_THOROUGH") != nullptr; }

/// One of each family that the map supports but the polynomial, and polynomial kernels: of several degrees,
/// with a constant and without, or three of them where the map takes kernels of other families too and so
/// sees nothing of a kernel but its values.
std::vector<Kernel> kernels(const FeatureMapKind& kind) {
  std::vector<Kernel> all;
  for (const Kernel& kernel : Kernel::one_of_each_family())
    if (kernel.as<PolynomialKernel>() == nullptr && kind.supports(kernel)) all.push_back(kernel);
  if (!all.empty() && !is_thorough()) {
    for (const PolynomialKernel& kernel :
         {PolynomialKernel{1, 0.0}, PolynomialKernel{2, 1.0}, PolynomialKernel{3, 0.5}})
      all.push_back(kernel);
  } else {
    for (const int degree : {1, 2, 3, 4})
      for (const double coef0 : {0.0, 1.0, 0.5}) all.push_back(PolynomialKernel{degree, coef0});
  }
  std::erase_if(all, [&](const Kernel& kernel) { return !kind.supports(kernel); });
  return all;
}

bool takes_landmarks(const FeatureMapKind& kind) {
  return std::ranges::any_of(kind.parameters, &FieldInfo::file);
}

/// A request for the fewest features from D on that such a map can have: one may ask for an even number,
/// another for more than it has exact terms. None where it cannot be for this kernel. A map that looks at
/// data sees more rows than it has features; one with landmarks of the user's own is given as many.
std::optional<MapRequest> possible_request(const Case& c, Index d, Index D) {
  constexpr Index most_more = 512;
  const auto with = [&](Index more) -> std::optional<MapRequest> {
    MapRequest request{.d_in = d, .kernel = c.kernel, .D = D + more};
    if (takes_landmarks(*c.kind))
      request.landmarks = std::make_shared<CsrMatrix>(to_sparse(test::sample_rows(request.D, d, 1, 78)));
    if (c.kind->looks_at_data) request.n_train = 2 * request.D + 10;
    try {
      require_possible(*c.kind, request);
      return request;
    } catch (const InputError&) {
      return std::nullopt;
    }
  };
  // Every program that runs one of the tests asks this for all cases: what cannot be is told at once.
  if (!with(most_more) && !with(most_more - 1)) return std::nullopt;
  for (Index more = 0; more <= most_more; ++more)
    if (auto request = with(more)) return request;
  return std::nullopt;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    int number = 0;
    for (const Kernel& kernel : kernels(kind))
      if (const Case one{&kind, kernel, number + 1}; possible_request(one, 4, 11)) {
        cases.push_back(one);
        ++number;
      }
  }
  return cases;
}

std::vector<Case> cases_of(bool unbiased) {
  std::vector<Case> cases = all_cases();
  std::erase_if(cases, [&](const Case& c) { return c.kind->unbiased != unbiased; });
  return cases;
}

/// As many as the request says; they reach into all of the space that the tests' rows lie in.
DenseMatrix training_rows(const MapRequest& request) {
  return test::sample_rows(request.n_train, request.d_in, 1, 77);
}

std::unique_ptr<FeatureMap> make(const Case& c, MapRequest request, Seed seed = 1) {
  request.seed = seed;
  return make_feature_map(c.kind->name, request, training_rows(request).view());
}

class EveryMap : public testing::TestWithParam<Case> {
 protected:
  const FeatureMapKind& kind() const { return *GetParam().kind; }
  const Kernel& kernel() const { return GetParam().kernel; }
  MapRequest request(Index d, Index D) const {
    if (auto possible = possible_request(GetParam(), d, D)) return *possible;
    throw std::runtime_error("no D that this map can have");
  }
  std::unique_ptr<FeatureMap> make(Index d, Index D, Seed seed = 1) const {
    return sketchbench::make(GetParam(), request(d, D), seed);
  }
};

class EveryUnbiasedMap : public EveryMap {};

// The mean over 20,000 seeds (fixed: 0 to 19,999) against the kernel, within 5 standard errors: 6e-7 for a
// normal law, for both pairs of 57 cases 7e-5. Small rows, because the tails of high degrees grow with the
// rows' norms.
TEST_P(EveryUnbiasedMap, HasTheKernelAsItsMean) {
  const Index d = 4;
  const MapRequest asked = request(d, 11);
  const DenseMatrix train = training_rows(asked);
  const DenseMatrix x = test::sample_rows(2, d, 1, 21);
  test::Sample estimates, squares;
  for (Seed seed = 0; seed < 20'000; ++seed) {
    MapRequest seeded = asked;
    seeded.seed = seed;
    const DenseMatrix z = test::mapped(*make_feature_map(kind().name, seeded, train.view()), x.view());
    estimates.add(inner_product(z.view(), 0, z.view(), 1));
    squares.add(squared_norm(z.view(), 0));
  }
  const Rows rows = x.view();
  EXPECT_NEAR(estimates.mean(), kernel()(rows, 0, rows, 1), 5 * estimates.mean_error() + 1e-5);
  EXPECT_NEAR(squares.mean(), kernel()(rows, 0, rows, 0), 5 * squares.mean_error() + 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Maps, EveryUnbiasedMap, testing::ValuesIn(cases_of(true)), name_of);

// What is biased must still estimate: with 200 features in four dimensions, it is off by less than
// half of what no estimate at all is, in the root mean square over pairs and three seeds. Not a close bound,
// and no chance to miss it: a good map is ten times better. A kind of which this does not hold says so.
TEST(BiasedMaps, ComeNearTheirKernels) {
  const DenseMatrix x = test::sample_rows(8, 4, 1, 22);
  const Rows rows = x.view();
  for (const Case& c : cases_of(false)) {
    if (!c.kind->comes_near) continue;
    double error = 0, size = 0;
    for (Seed seed = 1; seed <= 3; ++seed) {
      const DenseMatrix z = test::mapped(*make(c, possible_request(c, 4, 200).value(), seed), rows);
      for (Index i = 0; i < x.n; ++i)
        for (Index j = 0; j <= i; ++j) {
          const double exact = c.kernel(rows, i, rows, j);
          error += std::pow(inner_product(z.view(), i, z.view(), j) - exact, 2);
          size += exact * exact;
        }
    }
    EXPECT_LT(std::sqrt(error), 0.5 * std::sqrt(size)) << testing::PrintToString(c);
  }
}

TEST_P(EveryMap, HasAsManyOutputsAsItsKindSays) {
  for (const Index D : {16, 61}) {
    const MapRequest asked = with_defaults(request(7, D), kind());
    const auto map = make(7, D);
    EXPECT_EQ(map->d_in(), 7);
    EXPECT_EQ(map->d_out(), kind().d_out == nullptr ? asked.D : kind().d_out(asked));
  }
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
      DenseMatrix pieces(n, map->d_out());
      for (Index begin = 0; begin < n; begin += step) {
        const Index end = std::min(n, begin + step);
        map->transform(x.slice(begin, end), MatrixRef(pieces).slice(begin, end));
      }
      EXPECT_EQ(pieces.value, whole.value) << "slices of " << step;
    }
    EXPECT_EQ(test::mapped(*make(d, D), x).value, whole.value) << "made again with the same seed";
  }
}

/// A kernel, a number of features and of columns, rows and a slice of them, of a seed.
struct Draw {
  Draw(const FeatureMapKind& kind, Seed seed) : random(seed, "every map") {
    do {
      kernel = random.below(2) == 0
                   ? Kernel(PolynomialKernel{1 + static_cast<int>(random.below(6)),
                                             static_cast<double>(random.below(9)) / 4})
                   : Kernel::one_of_each_family()[random.below(Kernel::one_of_each_family().size())];
    } while (!kind.supports(kernel));
    d = number(1, 40);
    D = number(1, 130);
    n = number(2, 150);
    step = number(1, n);
    threads = static_cast<int>(number(2, 5));
  }
  Index number(Index least, Index most) {
    return least + static_cast<Index>(random.below(static_cast<std::uint64_t>(most - least + 1)));
  }

  RandomStream random;
  Kernel kernel;
  Index d, D, n, step;
  int threads;
};

// What the grid of cases leaves out: whatever the kernel, the shape and the slices are.
TEST(EveryKindOfMap, GivesTheSameBitsForDrawnKernelsShapesAndSlices) {
  const Seed draws = is_thorough() ? 100 : 4;
  int tried = 0;
  for (const FeatureMapKind& kind : feature_map_kinds())
    for (Seed seed = 1; seed <= draws; ++seed) {
      const Draw draw(kind, seed);
      const Case one{&kind, draw.kernel};
      SCOPED_TRACE(testing::Message() << testing::PrintToString(one) << ", seed " << seed
                                      << ": d = " << draw.d << ", D = " << draw.D << ", rows " << draw.n
                                      << ", slices of " << draw.step << ", threads " << draw.threads);
      const auto asked = possible_request(one, draw.d, draw.D);
      if (!asked) continue;
      ++tried;
      const DenseMatrix dense = test::sample_rows(draw.n, draw.d, 0.5, 9);
      const auto map = make(one, *asked);
      const DenseMatrix whole = test::mapped(*map, dense.view());
      EXPECT_EQ(test::mapped(*map, to_sparse(dense).view(), draw.threads).value, whole.value);
      DenseMatrix pieces(draw.n, map->d_out());
      for (Index begin = 0; begin < draw.n; begin += draw.step) {
        const Index end = std::min(draw.n, begin + draw.step);
        map->transform(dense.view().slice(begin, end), MatrixRef(pieces).slice(begin, end));
      }
      EXPECT_EQ(pieces.value, whole.value);
    }
  EXPECT_GE(tried, 2 * static_cast<int>(feature_map_kinds().size()));
}

// To the bit: what is learned from a training row's features holds for the same row when it comes again.
TEST_P(EveryMap, MapsAnUnseenRowThatIsATrainingRowLikeTheTrainingRow) {
  const Index d = 7;
  MapRequest asked = request(d, 20);
  asked.n_train = std::max<Index>(asked.n_train, 50);
  const DenseMatrix train = test::sample_rows(asked.n_train, d, 0.6, 77);
  const auto map = make_feature_map(kind().name, asked, train.view());
  const DenseMatrix all = test::mapped(*map, train.view());
  for (const Index i : {Index{0}, Index{17}, asked.n_train - 1}) {
    DenseMatrix unseen(1, d);
    std::copy_n(train.row(i), d, unseen.row(0));
    for (const std::vector<float>& z :
         {test::mapped(*map, unseen.view()).value, test::mapped(*map, to_sparse(unseen).view()).value})
      EXPECT_TRUE(std::equal(z.begin(), z.end(), all.row(i))) << "row " << i;
  }
}

TEST_P(EveryMap, DependsOnTheSeedUnlessItDrawsNothing) {
  const Index d = 30, D = kind().looks_at_data ? 100 : 300;
  const DenseMatrix x = test::sample_rows(2, d, 1, 3);
  MapRequest asked = with_defaults(request(d, D), kind());
  // A solver for the leading eigenvectors of a matrix of fewer rows may draw nothing.
  if (kind().looks_at_data) asked.n_train = 4 * asked.D;
  const PairVariance variance = kind().variance != nullptr ? kind().variance(asked) : nullptr;
  const bool exact =
      !kind().draws || (variance != nullptr && variance(pair_moments(x.view(), 0, x.view(), 1)) == 0);
  const auto features = [&](Seed seed) {
    return test::mapped(*sketchbench::make(GetParam(), asked, seed), x.view()).value;
  };
  EXPECT_EQ(features(1) == features(2), exact);
}

TEST_P(EveryMap, KeepsToItsColumnsOfTheOutput) {
  const auto map = make(5, 20);
  const Index D = map->d_out(), stride = D + 3;
  const DenseMatrix x = test::sample_rows(3, 5, 1, 4);
  std::vector<float> memory(static_cast<std::size_t>(3 * stride), -77.0f);
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

TEST_P(EveryMap, WorksWithOneInputAndAsFewFeaturesAsItCanHave) {
  DenseMatrix x(1, 1);
  x.row(0)[0] = 0.5f;
  const DenseMatrix z = test::mapped(*make(1, 1), x.view());
  for (const float value : z.value) EXPECT_TRUE(std::isfinite(value));
}

TEST_P(EveryMap, RefusesOtherShapes) {
  const auto map = make(5, 20);
  const Index D = map->d_out();
  const DenseMatrix x(3, 5), narrow(3, 4);
  DenseMatrix z(3, D), short_z(2, D), narrow_z(3, D - 1);
  EXPECT_THAT([&] { map->transform(narrow.view(), z); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("4 features"), HasSubstr("expected 5"))));
  EXPECT_THROW(map->transform(x.view(), short_z), InputError);
  EXPECT_THROW(map->transform(x.view(), narrow_z), InputError);
  EXPECT_THROW(map->transform(x.view(), MatrixRef(z.value.data(), 3, D, D - 1)), InputError);
}

// Whatever reads by columns would read beyond its memory.
TEST_P(EveryMap, RefusesColumnsThatThereAreNot) {
  const auto map = make(5, 20);
  DenseMatrix z(3, map->d_out());
  for (const auto& [x, says] : testing_support::wrong_columns(5))
    EXPECT_THAT([&] { map->transform(x.view(), z); }, ThrowsMessage<InputError>(HasSubstr(says)));
}

// What a map that is made from rows needs meanwhile can be more than what it keeps.
TEST_P(EveryMap, EstimatesItsMemory) {
  const Index D = kind().looks_at_data ? 200 : 500;
  const MapRequest asked = with_defaults(request(100, D), kind());
  const auto held = static_cast<double>(make(100, D)->memory_bytes());
  EXPECT_LE(held, kind().memory(asked));
  if (!kind().looks_at_data && !takes_landmarks(kind())) {
    EXPECT_LE(kind().memory(asked), 2.5 * held + 4096);
  }
}

// What a map keeps is on the heap, and it is what it says, but for what growing lists have in reserve. What
// its making takes beside the training rows is planned for, but for a library's own workspace.
TEST_P(EveryMap, TakesTheMemoryThatItSays) {
  if (!counts_allocations) GTEST_SKIP() << "a sanitizer has an allocator of its own";
  constexpr double reserve = 2, small = 16e3, fftw_plans = 64e3, workspace = 256e3;
  const Index d = 100, D = kind().looks_at_data ? 200 : 500;
  const MapRequest asked = with_defaults(request(d, D), kind());
  const DenseMatrix train = training_rows(asked);
  const auto make_it = [&] { return make_feature_map(kind().name, asked, train.view()); };
  make_it();  // what the process keeps from then on is made once
  const HeapUse heap;
  const auto map = make_it();
  const auto said = static_cast<double>(map->memory_bytes());
  const double unseen = small + (kind().name == "tensor_sketch" ? fftw_plans : 0);
  EXPECT_LE(heap.held(), reserve * said + unseen);
  EXPECT_GE(heap.held(), said - small);
  EXPECT_LE(heap.peak(), 1.5 * kind().memory(asked) + workspace);
}

// Features do not tell whether one thread has made them or more; this does.
TEST_P(EveryMap, SharesRowsAmongAsManyThreadsAsItIsGiven) {
  if (!counts_threads) GTEST_SKIP() << "a sanitizer starts threads itself";
  const DenseMatrix x = test::sample_rows(2000, 5, 1, 6);
  const auto map = make(5, 20);
  DenseMatrix z(x.n, map->d_out());
  for (const int threads : {1, 3}) {
    const ThreadStarts starts;
    map->transform(x.view(), z, threads);
    EXPECT_EQ(starts.count(), threads - 1);
  }
}

// What transform() takes from the heap, against what a plan counts with for its threads: never more, and not
// so much less that cells would wait for memory which none of them takes.
TEST_P(EveryMap, PlansForItsThreads) {
  if (!counts_allocations) GTEST_SKIP() << "a sanitizer has an allocator of its own";
  constexpr double small = 16e3;  // what begins and ends a thread, and the lists of its plans
  const Index D = kind().looks_at_data ? 200 : 500;
  const MapRequest asked = request(100, D);
  const auto map = make(100, D);
  const DenseMatrix dense = test::sample_rows(200, 100, 0.3, 5);
  const CsrMatrix sparse = to_sparse(dense);
  DenseMatrix z(200, map->d_out());
  const double held = bytes_in_use(kind(), asked, 0);
  double taken_by_one = 0;
  for (const Rows& x : {dense.view(), sparse.view()})
    for (const int threads : {1, 4}) {
      const HeapUse heap;
      map->transform(x, z, threads);
      EXPECT_LE(heap.peak(), bytes_in_use(kind(), asked, threads) - held + threads * small);
      EXPECT_LE(heap.held(), small) << "the workspace is kept";
      if (threads == 1) taken_by_one = std::max(taken_by_one, heap.peak());
    }
  EXPECT_LE(bytes_in_use(kind(), asked, 1) - held, 2.5 * taken_by_one + small);
}

TEST_P(EveryMap, TakesTimeThatGrowsWithItsRowsAndFeatures) {
  const auto seconds = [&](Index d, Index D, double nonzeros) {
    return kind().seconds_of_row(with_defaults(request(d, D), kind()), nonzeros);
  };
  EXPECT_GT(seconds(10, 1000, 1), 0);
  EXPECT_GT(seconds(200, 1000, 200), seconds(10, 1000, 10));
  EXPECT_GT(seconds(200, 2000, 200), seconds(200, 1000, 200));
  EXPECT_GE(seconds(200, 1000, 200), seconds(200, 1000, 1)) << "zeros may cost as much";
}

INSTANTIATE_TEST_SUITE_P(Maps, EveryMap, testing::ValuesIn(all_cases()), name_of);

// Up to the largest degree that configurations may ask for. The rows' squared lengths are at most one over
// the degree, so that no kernel value is above e.
TEST(MapsOfPolynomialKernels, AreFiniteAtHighDegrees) {
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    if (kind.looks_at_data || takes_landmarks(kind)) continue;
    for (const int degree : {33, 64, 127, 128, 129, 151, 256, 1000}) {
      const Kernel kernel = PolynomialKernel{degree, 1};
      if (!kind.supports(kernel)) continue;
      DenseMatrix x = test::sample_rows(20, 4, 1, 1);
      const auto scale = static_cast<float>(1 / std::sqrt(4.0 * degree));
      for (float& value : x.value) value *= scale;
      for (const Index D : {30, 32, 101}) {
        const auto map = make_feature_map(kind.name, {.d_in = 4, .kernel = kernel, .D = D, .seed = 1});
        const DenseMatrix z = test::mapped(*map, x.view());
        for (const float value : z.value)
          ASSERT_TRUE(std::isfinite(value)) << kind.name << ", degree " << degree << ", D = " << D;
        double length = 0;
        for (Index i = 0; i < x.n; ++i) length += squared_norm(z.view(), i);
        EXPECT_GT(length, 0) << kind.name << ", degree " << degree << ", D = " << D;
      }
    }
  }
}

TEST(EveryKindOfMap, IsTestedWithAKernelOfEachFamilyThatItSupports) {
  const std::vector<Case> cases = all_cases();
  for (const FeatureMapKind& kind : feature_map_kinds())
    for (const Kernel& family : Kernel::one_of_each_family()) {
      const bool tested = std::ranges::any_of(
          cases, [&](const Case& c) { return c.kind == &kind && c.kernel.family() == family.family(); });
      EXPECT_EQ(tested, kind.supports(family)) << kind.name << ' ' << family.family();
    }
}

}  // namespace
}  // namespace sketchbench
