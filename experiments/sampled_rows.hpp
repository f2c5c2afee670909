#pragma once
#include <Eigen/Core>

#include <functional>
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
#include <sketchbench/harness/cell/typed_experiment.hpp>
#include "experiments/resolved_kernel.hpp"

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

/// What such a cell works with: the sample, and the cell itself with a number for its kernel's sigma.
struct SampledCell {
  std::shared_ptr<const Dataset> dataset;
  LabeledSample sample;
  Cell resolved;
};

/// Loads the data, draws the sample that the parameters "rows" and "rows_seed" ask for, of at most `most`
/// rows, chooses sigma (resolved_cell()), and lets go of the training rows' pages.
template <class Parameters>
SampledCell sample_cell(CellRun<Parameters>& run, Index most) {
  auto dataset = run.load();
  const Index count = sampled_count(run.cell, run.parameters.rows, dataset->info().n_train, most);
  LabeledSample sample(*dataset, count, run.parameters.rows_seed, run.cell.experiment);
  Cell resolved = resolved_cell(run.cell, run.context, dataset->train(), run.outcome, run.phases);
  dataset->release_train_pages();
  return {std::move(dataset), std::move(sample), std::move(resolved)};
}

/// What estimates for such a cell are made of.
struct SampleSizes {
  double rows, columns, features;
  double bytes;        ///< of any cell, and of a map with what it takes to map rows
  double map_seconds;  ///< of mapping the rows once
};
SampleSizes sample_sizes(const Cell& cell, Index rows, const DatasetInfo& data);

/// Whether the cell's maps approximate a kernel that they answer themselves (ExternalMap::own_kernel).
bool has_own_kernel(const Cell& cell);

/// The Gram matrix that a cell's maps are measured against, n x n: of its kernel, or of the one that an
/// external map answers itself, for which a map is made. Throws as gram(), and Error for one that is not
/// symmetric, or 0 for all rows.
Eigen::MatrixXd exact_gram(const Cell& cell, const Rows& rows, int threads);

/// The seed of the cell's map `number` (from 1): a map of its own for every kernel and D, and for what `more`
/// says, so that the points of a figure err independently of each other.
Seed seed_of_map(const Cell& cell, int number, std::string_view more = "");

/// One of the maps that a cell draws, and the features that it makes of the sampled rows.
struct MappedSample {
  std::unique_ptr<FeatureMap> map;
  DenseMatrix z;                             ///< rows x D
  double make_seconds = 0, map_seconds = 0;  ///< CPU, of making the map and of mapping the rows

  double seconds() const { return make_seconds + map_seconds; }
};
/// InputError for features that are not finite.
MappedSample map_sample(const Cell& cell, const Rows& rows, Seed seed, int threads);
/// The same for each of the cell's maps, in their order.
void for_each_map(const Cell& cell, const Rows& rows, int maps, int threads,
                  const std::function<void(int number, MappedSample mapped)>& take);

}  // namespace sketchbench
