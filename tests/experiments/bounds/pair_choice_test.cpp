#include "experiments/bounds/pair_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

/// 60 rows along 3 axes with a little noise: pairs are nearly parallel or nearly orthogonal, and every tenth
/// row is zero.
DenseMatrix rows_along_axes() {
  DenseMatrix x(60, 3);
  RandomStream random(1, "test.rows");
  for (Index i = 0; i < x.n; ++i)
    for (Index j = 0; j < 3; ++j)
      x.row(i)[j] = i % 10 == 0 ? 0.0f : static_cast<float>(0.1 * random.uniform() + (i % 3 == j ? 1 : 0));
  return x;
}

double cosine(const Rows& x, const RowPair& pair) {
  return inner_product(x, pair.i, x, pair.j) / std::sqrt(squared_norm(x, pair.i) * squared_norm(x, pair.j));
}

Index count_of(const std::vector<RowPair>& pairs, PairKind kind) {
  return std::count_if(pairs.begin(), pairs.end(), [&](const RowPair& pair) { return pair.kind == kind; });
}

TEST(ChoosePairs, AreWhatTheirKindSays) {
  const DenseMatrix x = rows_along_axes();
  const auto pairs = choose_pairs(x.view(), 18, 7);
  EXPECT_EQ(count_of(pairs, PairKind::same), 4);
  EXPECT_EQ(count_of(pairs, PairKind::parallel), 4);
  EXPECT_EQ(count_of(pairs, PairKind::apart), 4);
  EXPECT_EQ(count_of(pairs, PairKind::random), 6);
  for (const RowPair& pair : pairs) {
    EXPECT_GT(squared_norm(x.view(), pair.i), 0);
    EXPECT_EQ(pair.i == pair.j, pair.kind == PairKind::same);
    if (pair.kind == PairKind::parallel) {
      EXPECT_GT(cosine(x.view(), pair), 0.99);
    } else if (pair.kind == PairKind::apart) {
      EXPECT_LT(cosine(x.view(), pair), 0.2);
    }
  }
}

TEST(ChoosePairs, NoRowSpeaksTwiceForItsKind) {
  const DenseMatrix x = rows_along_axes();
  for (const PairKind kind : {PairKind::same, PairKind::parallel, PairKind::apart}) {
    std::multiset<Index> rows;
    for (const RowPair& pair : choose_pairs(x.view(), 24, 7)) {
      if (pair.kind != kind) continue;
      rows.insert(pair.i);
      if (pair.j != pair.i) rows.insert(pair.j);
    }
    for (const Index row : rows) EXPECT_EQ(rows.count(row), 1u) << name_of(kind);
  }
}

TEST(ChoosePairs, AreAFunctionOfTheSeed) {
  const DenseMatrix x = rows_along_axes();
  const auto rows_of = [&](Seed seed) {
    std::vector<std::pair<Index, Index>> rows;
    for (const RowPair& pair : choose_pairs(x.view(), 16, seed)) rows.emplace_back(pair.i, pair.j);
    return rows;
  };
  EXPECT_EQ(rows_of(1), rows_of(1));
  EXPECT_NE(rows_of(1), rows_of(2));
}

TEST(ChoosePairs, NeedTwoRows) {
  DenseMatrix x(3, 2);
  x.row(1)[0] = 1;
  EXPECT_THROW(choose_pairs(x.view(), 4, 1), Error);
  x.row(2)[1] = 1;
  EXPECT_EQ(choose_pairs(x.view(), 4, 1).size(), 4u);
}

}  // namespace
}  // namespace sketchbench
