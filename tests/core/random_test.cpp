// Every bound below is at least 5 standard deviations wide: a correct generator with a fresh seed would fail
// one test in this file with a probability below 1e-5. Seeds are fixed, so the outcome never changes.
#include <sketchbench/core/random.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace sketchbench {
namespace {

TEST(RandomStream, IsAFunctionOfSeedPurposeAndIndex) {
  RandomStream a(1, "h", 2), b(1, "h", 2);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.bits64(), b.bits64());
  std::set<std::uint64_t> first_draws;
  for (const Seed seed : {1, 2})
    for (const char* purpose : {"h", "s"})
      for (const std::uint64_t index : {0, 1, 2})
        first_draws.insert(RandomStream(seed, purpose, index).bits64());
  EXPECT_EQ(first_draws.size(), 12u);
}

TEST(RandomStream, DrawsTheSameOnEveryPlatform) {
  // Philox4x32-10 is specified to the bit; these are this class's first words, which recorded results rest
  // on.
  RandomStream stream(42, "pinned", 7);
  const std::array<std::uint32_t, 3> words = {stream.bits32(), stream.bits32(), stream.bits32()};
  EXPECT_EQ(words, (std::array<std::uint32_t, 3>{2564808367u, 1982944948u, 1109184066u}));
}

TEST(RandomStream, BelowIsUniform) {
  constexpr int bound = 10, draws = 100'000;
  RandomStream stream(1, "below");
  std::array<int, bound> count{};
  for (int i = 0; i < draws; ++i) ++count[stream.below(bound)];
  const double expected = draws / static_cast<double>(bound);
  double chi_squared = 0;
  for (const int c : count) chi_squared += (c - expected) * (c - expected) / expected;
  EXPECT_LT(chi_squared, 45);  // 9 degrees of freedom: exceeded with probability 1e-6
  for (int i = 0; i < 100; ++i) EXPECT_EQ(stream.below(1), 0u);
}

TEST(RandomStream, SignsUniformsAndNormalsHaveTheirMoments) {
  constexpr int draws = 200'000;
  const double root = std::sqrt(static_cast<double>(draws));
  RandomStream stream(2, "moments");
  double signs = 0, uniform = 0, normal = 0, normal_squared = 0, normal_fourth = 0;
  for (int i = 0; i < draws; ++i) {
    signs += stream.sign();
    const double u = stream.uniform();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    uniform += u;
    const double g = stream.normal();
    normal += g;
    normal_squared += g * g;
    normal_fourth += g * g * g * g;
  }
  EXPECT_LT(std::abs(signs), 5 * root);
  EXPECT_LT(std::abs(uniform / draws - 0.5), 5 * std::sqrt(1.0 / 12) / root);
  EXPECT_LT(std::abs(normal / draws), 5 / root);
  EXPECT_LT(std::abs(normal_squared / draws - 1), 5 * std::sqrt(2.0) / root);
  EXPECT_LT(std::abs(normal_fourth / draws - 3), 5 * std::sqrt(96.0) / root);  // Var(g^4) = 105 - 9
}

TEST(RandomStream, ShuffleGivesEveryOrderEquallyOften) {
  constexpr int draws = 60'000;
  RandomStream stream(3, "shuffle");
  std::map<std::vector<int>, int> count;
  for (int i = 0; i < draws; ++i) {
    std::vector<int> items = {0, 1, 2};
    stream.shuffle(items);
    ++count[items];
  }
  ASSERT_EQ(count.size(), 6u);
  double chi_squared = 0;
  for (const auto& [order, c] : count) chi_squared += (c - draws / 6.0) * (c - draws / 6.0) / (draws / 6.0);
  EXPECT_LT(chi_squared, 36);  // 5 degrees of freedom: exceeded with probability 1e-6
}

}  // namespace
}  // namespace sketchbench
