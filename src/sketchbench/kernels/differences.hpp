#pragma once
#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// Calls visit(|x_ik - y_jk|) for every coordinate k in which the rows differ, in ascending order, in double
/// precision, for any mix of storages.
template <class Visit>
void for_each_difference(const Rows& x, Index i, const Rows& y, Index j, Visit&& visit) {
  const auto tell = [&](double a, double b) {
    if (a != b) visit(a < b ? b - a : a - b);
  };
  if (!x.is_sparse() && !y.is_sparse()) {
    const auto a = x.dense_row(i), b = y.dense_row(j);
    for (std::size_t k = 0; k < a.size(); ++k) tell(a[k], b[k]);
  } else if (x.is_sparse() && y.is_sparse()) {
    const SparseRow a = x.sparse_row(i), b = y.sparse_row(j);
    std::size_t s = 0, t = 0;
    while (s < a.column.size() || t < b.column.size()) {
      if (t == b.column.size() || (s < a.column.size() && a.column[s] < b.column[t])) {
        tell(a.value[s++], 0);
      } else if (s == a.column.size() || b.column[t] < a.column[s]) {
        tell(0, b.value[t++]);
      } else {
        tell(a.value[s++], b.value[t++]);
      }
    }
  } else if (x.is_sparse()) {
    for_each_difference(y, j, x, i, visit);
  } else {
    const auto a = x.dense_row(i);
    const SparseRow b = y.sparse_row(j);
    std::size_t t = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      const bool stored = t < b.column.size() && static_cast<std::size_t>(b.column[t]) == k;
      tell(a[k], stored ? b.value[t++] : 0);
    }
  }
}

}  // namespace sketchbench
