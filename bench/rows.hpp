#pragma once
#include <string>

#include <sketchbench/core/rows.hpp>

namespace sketchbench::bench {

/// One of the paper's data sets with the number of features that the paper gives it (Table 1).
struct BenchSet {
  const char* name;   ///< as in datasets/
  const char* split;  ///< the paper's
  Index D;
  Index rows;  ///< that a program maps unless it is told otherwise
};
inline constexpr BenchSet bench_sets[] = {{"adult", "publisher", 200, 8192},
                                          {"mnist", "paper", 1000, 2048},
                                          {"gisette_sim", "generated", 5000, 512}};

/// All of Table 1's, with all of their rows.
inline constexpr BenchSet table1_sets[] = {{"adult", "publisher", 200, 0},
                                           {"covertype", "paper", 500, 0},
                                           {"mnist", "paper", 1000, 0},
                                           {"gisette_sim", "generated", 5000, 0}};

/// The same rows in both storages, so that a map can be timed on either.
struct BenchRows {
  DenseMatrix dense;
  CsrMatrix sparse;
};

/// The first `rows` training rows (all where there are fewer) as the harness loads and scales them; folders
/// as SKETCHBENCH_MIRROR and SKETCHBENCH_DATA say. Throws DatasetUnavailable.
BenchRows load_rows(const BenchSet& set, Index rows);

/// gisette_sim is scaled to [-1, 1], where its zeros become -1 and no value is zero. This scales such rows to
/// [0, 1]: the same data with the zeros that the raw data have.
BenchRows with_zeros(const BenchRows& rows);

/// Rows with exactly `nonzeros` values, uniform in (0.1, 1), at random places.
CsrMatrix random_sparse_rows(Index rows, Index d, Index nonzeros);

}  // namespace sketchbench::bench
