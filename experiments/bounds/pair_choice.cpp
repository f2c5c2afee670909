#include "experiments/bounds/pair_choice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t sample_size = 200;

struct Candidate {
  Index i = 0, j = 0;
  double cosine = 0;
};

std::vector<Index> sample_rows(const Rows& x, RandomStream& random) {
  std::vector<Index> order(static_cast<std::size_t>(x.size())), rows;
  std::iota(order.begin(), order.end(), Index{0});
  random.shuffle(order);
  for (std::size_t k = 0; k < order.size() && rows.size() < sample_size; ++k)
    if (squared_norm(x, order[k]) > 0) rows.push_back(order[k]);
  return rows;
}

std::vector<Candidate> all_pairs(const Rows& x, const std::vector<Index>& rows) {
  std::vector<double> length;
  for (const Index i : rows) length.push_back(std::sqrt(squared_norm(x, i)));
  std::vector<Candidate> pairs;
  for (std::size_t a = 0; a < rows.size(); ++a)
    for (std::size_t b = a + 1; b < rows.size(); ++b)
      pairs.push_back({rows[a], rows[b], inner_product(x, rows[a], x, rows[b]) / (length[a] * length[b])});
  return pairs;
}

/// The first `count` pairs in the given order that share no row with those before them.
template <class Before>
void take_disjoint(std::vector<Candidate> candidates, Index count, PairKind kind, Before before,
                   std::vector<RowPair>& chosen) {
  std::stable_sort(candidates.begin(), candidates.end(), before);
  std::set<Index> used;
  for (const Candidate& candidate : candidates) {
    if (count == 0) return;
    if (used.contains(candidate.i) || used.contains(candidate.j)) continue;
    used.insert({candidate.i, candidate.j});
    chosen.push_back({candidate.i, candidate.j, kind});
    --count;
  }
}

}  // namespace

std::string_view name_of(PairKind kind) {
  static constexpr std::array<std::string_view, 4> names = {"same", "parallel", "apart", "random"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<RowPair> choose_pairs(const Rows& x, Index count, Seed seed) {
  RandomStream random(seed, "bounds/pairs");
  const std::vector<Index> rows = sample_rows(x, random);
  if (rows.size() < 2) throw Error("the bounds need at least two training rows that are not zero");
  const std::vector<Candidate> candidates = all_pairs(x, rows);
  const Index quarter = count / 4;
  std::vector<RowPair> chosen;
  for (std::size_t k = 0; k < std::min(rows.size(), static_cast<std::size_t>(quarter)); ++k)
    chosen.push_back({rows[k], rows[k], PairKind::same});
  take_disjoint(
      candidates, quarter, PairKind::parallel,
      [](const Candidate& a, const Candidate& b) { return a.cosine > b.cosine; }, chosen);
  take_disjoint(
      candidates, quarter, PairKind::apart,
      [](const Candidate& a, const Candidate& b) { return std::abs(a.cosine) < std::abs(b.cosine); }, chosen);
  for (Index k = 3 * quarter; k < count; ++k) {
    const Candidate& candidate = candidates[random.below(candidates.size())];
    chosen.push_back({candidate.i, candidate.j, PairKind::random});
  }
  return chosen;
}

}  // namespace sketchbench
