#include "bench/rows.hpp"

#include <algorithm>

#include <sketchbench/core/random.hpp>
#include <sketchbench/data/catalog.hpp>

namespace sketchbench::bench {

BenchRows load_rows(const BenchSet& set, Index rows) {
  DatasetRequest request;
  request.name = set.name;
  request.split = set.split;
  const auto dataset = open_dataset(request, DataPaths::from_environment());
  const Rows& train = dataset->train().x;
  const Rows first = train.slice(0, std::min(rows, train.size()));
  BenchRows result;
  result.dense = DenseMatrix(first.size(), first.dim());
  for (Index i = 0; i < first.size(); ++i)
    first.for_each_nonzero(i, [&](Index j, float value) { result.dense.row(i)[j] = value; });
  result.sparse = to_sparse(result.dense);
  return result;
}

BenchRows with_zeros(const BenchRows& rows) {
  BenchRows result;
  result.dense = rows.dense;
  for (float& value : result.dense.value) value = (value + 1) / 2;
  result.sparse = to_sparse(result.dense);
  return result;
}

CsrMatrix random_sparse_rows(Index rows, Index d, Index nonzeros) {
  CsrMatrix x;
  x.d = d;
  RandomStream random(1, "bench.rows");
  for (Index i = 0; i < rows; ++i) {
    Index wanted = nonzeros;
    for (Index j = 0; j < d && wanted > 0; ++j) {
      // Selection sampling: each set of coordinates is equally likely.
      if (random.below(static_cast<std::uint64_t>(d - j)) >= static_cast<std::uint64_t>(wanted)) continue;
      x.push(j, static_cast<float>(0.1 + 0.9 * random.uniform()));
      --wanted;
    }
    x.end_row();
  }
  return x;
}

}  // namespace sketchbench::bench
