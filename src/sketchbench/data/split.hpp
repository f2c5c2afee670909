#pragma once
#include <string>
#include <vector>

#include <sketchbench/core/random.hpp>
#include <sketchbench/data/dataset.hpp>

namespace sketchbench {

/// How a manifest divides its rows into a training and a test part.
struct SplitSpec {
  enum class Kind {
    published,  ///< the publisher's own parts "train" and "test"
    random,     ///< drawn from the pool of the stated parts
    last,       ///< the last rows of the pool are the test part
  };
  std::string name;
  Kind kind = Kind::published;
  std::vector<std::string> parts;  ///< random, last: the pool, in this order
  Index sample_rows = 0;  ///< random: rows drawn out of the pool before it is divided; 0: all of them
  Index test_rows = 0;    ///< random, last: rows of the test part; 0: given by test_share
  double test_share = 0;  ///< random, last: share of the (sampled) pool that is tested on
  Seed seed = 0;
};

struct RowSplit {
  std::vector<Index> train, test;  ///< ascending
};

/// `count` of the rows 0 .. n - 1, every subset equally likely, ascending. Requires 0 <= count <= n.
std::vector<Index> random_subset(Index n, Index count, RandomStream& stream);

/// Rows of the test part of a random split of `used` rows (after sampling).
Index test_rows(Index used, const SplitSpec& spec);

/// Divides n pooled rows as a spec of the kind random or last has it. Throws InputError when a part would be
/// empty or the pool is too small.
RowSplit divide_rows(Index n, const SplitSpec& spec);

/// Reduces each part to a random choice of as many rows as the request has at most; all stay if that is 0 or
/// more than there are. Neither choice depends on the other part.
void subsample(RowSplit& rows, const DatasetRequest& request, const SplitSpec& spec);

/// The rows of b after those of a. Both must have the same number of columns.
void append_rows(LabeledMatrix& a, const LabeledMatrix& b);

}  // namespace sketchbench
