#include <sketchbench/learners/distinct_rows.hpp>

#include <functional>
#include <string_view>
#include <unordered_map>

namespace sketchbench {
namespace {

template <class Value>
std::string_view bytes_of(std::span<const Value> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

/// The columns' bytes and the values'.
std::pair<std::string_view, std::string_view> bytes_of(const Rows& x, Index i) {
  if (!x.is_sparse()) return {{}, bytes_of(x.dense_row(i))};
  const SparseRow row = x.sparse_row(i);
  return {bytes_of(row.column), bytes_of(row.value)};
}

}  // namespace

DistinctRows distinct_rows(const Rows& x, const std::vector<bool>& positive,
                           std::span<const double> weights) {
  const auto hash = [&](Index i) {
    const auto [columns, values] = bytes_of(x, i);
    const std::hash<std::string_view> of_bytes;
    return of_bytes(values) + 3 * of_bytes(columns) + (positive[static_cast<std::size_t>(i)] ? 1 : 0);
  };
  const auto alike = [&](Index i, Index j) {
    return positive[static_cast<std::size_t>(i)] == positive[static_cast<std::size_t>(j)] &&
           bytes_of(x, i) == bytes_of(x, j);
  };
  std::unordered_map<Index, Index, decltype(hash), decltype(alike)> kinds(static_cast<std::size_t>(x.size()),
                                                                          hash, alike);
  DistinctRows distinct;
  for (Index i = 0; i < x.size(); ++i) {
    const auto [at, is_new] = kinds.emplace(i, std::ssize(distinct.first));
    if (is_new) {
      distinct.first.push_back(i);
      distinct.weight.push_back(0);
    }
    distinct.kind.push_back(at->second);
    distinct.weight[static_cast<std::size_t>(at->second)] +=
        weights.empty() ? 1 : weights[static_cast<std::size_t>(i)];
  }
  return distinct;
}

}  // namespace sketchbench
