#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/fields.hpp>
#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/data/dataset.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/cell.hpp>

namespace sketchbench {

// What the experiments on a sample of training rows have in common.

// Their parameters. "rows": how many, 0 for all, at most `most`.
FieldInfo sample_rows_field(Index most, double quick_most);
FieldInfo rows_seed_field();
FieldInfo maps_field(std::string meaning = "independent maps");

/// Which of the training rows: `count` of them, every subset equally likely, drawn from the stream
/// "EXPERIMENT.rows" of `seed`, ascending. Throws as require_enough_rows().
std::vector<Index> sampled_numbers(const Dataset& dataset, Index count, Seed seed,
                                   std::string_view experiment);

/// Copies of those rows.
OwnedRows sampled_rows(const Dataset& dataset, Index count, Seed seed, std::string_view experiment);

/// These rows with their labels or targets.
struct LabeledSample {
  LabeledSample(const Dataset& dataset, Index count, Seed seed, std::string_view experiment);

  std::vector<Index> numbers;
  OwnedRows rows;
  std::vector<float> labels;
};

/// InputError, naming the parameter "rows", where `count` is more than there are.
void require_enough_rows(std::string_view experiment, Index count, Index there, std::string_view dataset);

/// The rows that a cell takes where it asks for all of the training part with 0. InputError where there are
/// not as many, or more than `most`.
Index sampled_count(const Cell& cell, Index asked, Index there, Index most);

/// The seed of the cell's map `number` (from 1): a map of its own for every kernel and D, and for what `more`
/// says, so that the points of a figure err independently of each other.
Seed seed_of_map(const Cell& cell, int number, std::string_view more = "");

/// One of the maps that a cell draws, and the features that it makes of the sampled rows.
struct MappedSample {
  std::unique_ptr<FeatureMap> map;
  DenseMatrix z;                             ///< rows x D
  double make_seconds = 0, map_seconds = 0;  ///< CPU, of making the map and of mapping the rows
};
/// InputError for features that are not finite.
MappedSample map_sample(const Cell& cell, const Rows& rows, Seed seed, int threads);

}  // namespace sketchbench
