#pragma once
#include <numeric>
#include <vector>

#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/data/stored_rows.hpp>

namespace sketchbench::testing_support {

/// The rows of a store, in memory.
inline LabeledMatrix held_copy(LabeledStore store) {
  std::vector<Index> all(store.y.size());
  std::iota(all.begin(), all.end(), Index{0});
  return {copy_sparse_rows(store.x.view(), all), std::move(store.y)};
}

inline LabeledStore stored_copy(const LabeledMatrix& rows) {
  LabeledStore store;
  store.append({rows.x.view(), rows.y});
  return store;
}

}  // namespace sketchbench::testing_support
