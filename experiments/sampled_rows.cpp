#include "experiments/sampled_rows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/data/split.hpp>
#include <sketchbench/features/external/external_map.hpp>
#include <sketchbench/harness/cell/cell_data.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/kernels/gram.hpp>
#include "experiments/cell_memory.hpp"

namespace sketchbench {
namespace {

constexpr double most_asymmetry = 1e-5;  // of single precision's sums

}  // namespace

FieldInfo sample_rows_field(Index most, double quick_most) {
  return {.name = "rows",
          .meaning = "training rows in the sample; 0: all",
          .low = 0,
          .high = static_cast<double>(most),
          .quick_most = quick_most,
          .zero_is_all = true,
          .chooses_rows = true};
}

FieldInfo rows_seed_field() {
  return {.name = "rows_seed", .meaning = "which rows are drawn", .low = 0, .chooses_rows = true};
}

FieldInfo maps_field(std::string meaning) {
  return {.name = "maps", .meaning = std::move(meaning), .low = 1, .high = 10'000, .quick_most = 3};
}

std::vector<Index> sampled_numbers(const Dataset& dataset, Index count, Seed seed,
                                   std::string_view experiment) {
  const Index there = dataset.train().x.size();
  require_enough_rows(experiment, count, there, dataset.info().name);
  RandomStream stream(seed, fmt::format("{}.rows", experiment));
  return random_subset(there, count, stream);
}

LabeledSample::LabeledSample(const Dataset& dataset, Index count, Seed seed, std::string_view experiment)
    : numbers(sampled_numbers(dataset, count, seed, experiment)), rows(dataset.train().x, numbers) {
  for (const Index i : numbers) labels.push_back(dataset.train().y[static_cast<std::size_t>(i)]);
}

OwnedRows sampled_rows(const Dataset& dataset, Index count, Seed seed, std::string_view experiment) {
  return {dataset.train().x, sampled_numbers(dataset, count, seed, experiment)};
}

void require_enough_rows(std::string_view experiment, Index count, Index there, std::string_view dataset) {
  if (count > there)
    throw InputError(
        fmt::format("{}: \"rows\" is {}, expected at most {}, the rows of the training part of {}",
                    experiment, count, there, dataset));
}

Index sampled_count(const Cell& cell, Index asked, Index there, Index most) {
  const Index count = asked == 0 ? there : asked;
  require_enough_rows(cell.experiment, count, there, cell.dataset.name);
  if (count > most)
    throw InputError(
        fmt::format("{}: {} has {} training rows, expected at most {}: give \"rows\" or \"max_train\"",
                    cell.experiment, cell.dataset.name, count, most));
  return count;
}

bool has_own_kernel(const Cell& cell) {
  return cell.external != nullptr && !cell.external->own_kernel.empty();
}

Eigen::MatrixXd exact_gram(const Cell& cell, const Rows& rows, int threads) {
  if (!has_own_kernel(cell)) return gram(cell.kernel, rows, threads);
  const Index n = rows.size();
  require_memory(sizeof(double) * static_cast<double>(n) * static_cast<double>(n),
                 fmt::format("a kernel matrix of {} x {} values", n, n));
  const auto map =
      make_feature_map(cell.method, map_request(cell, rows.dim(), n, seed_of_map(cell, 1), threads), rows);
  Eigen::MatrixXd values(n, n);
  const std::span<double> all(values.data(), static_cast<std::size_t>(values.size()));
  dynamic_cast<const OwnKernel&>(*map).own_kernel(rows, rows, all);
  const double scale = values.cwiseAbs().maxCoeff();
  if (scale == 0)
    throw Error(fmt::format(
        "the own kernel of {}, {}, is 0 for all {} rows of the sample: there is no error relative to it",
        cell.method, cell.external->own_kernel, n));
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < j; ++i)
      if (std::abs(values(i, j) - values(j, i)) > most_asymmetry * scale)
        throw Error(
            fmt::format("the own kernel of {}, {}, gives {} and {} of rows {} and {} of the sample in "
                        "either order: expected a symmetric function that depends on no seed",
                        cell.method, cell.external->own_kernel, values(j, i), values(i, j), i + 1, j + 1));
  return values.selfadjointView<Eigen::Lower>();
}

Seed seed_of_map(const Cell& cell, int number, std::string_view more) {
  return RandomStream(static_cast<Seed>(number), fmt::format("{}.map {} D={}{}", cell.experiment,
                                                             cell.kernel.stream_name(), cell.D, more))
      .bits64();
}

MappedSample map_sample(const Cell& cell, const Rows& rows, Seed seed, int threads) {
  const MapRequest request = map_request(cell, rows.dim(), rows.size(), seed, threads);
  MappedSample mapped{.map = nullptr, .z = allocate_features(cell, request, rows.size())};
  const Timer making(processes_of(cell));
  mapped.map = make_feature_map(cell.method, request, rows);
  mapped.make_seconds = making.elapsed().cpu;
  fit_room(mapped.z, *mapped.map);
  const Timer mapping(processes_of(cell));
  mapped.map->transform(rows, mapped.z, threads);
  mapped.map_seconds = mapping.elapsed().cpu;
  require_finite_features(mapped.z.view(), 0, "sampled", cell);
  return mapped;
}

void for_each_map(const Cell& cell, const Rows& rows, int maps, int threads,
                  const std::function<void(int number, MappedSample mapped)>& take) {
  for (int number = 1; number <= maps; ++number)
    take(number, map_sample(cell, rows, seed_of_map(cell, number), threads));
}

SampleSizes sample_sizes(const Cell& cell, Index rows, const DatasetInfo& data) {
  const FeatureMapKind& map = kind_of_map(cell);
  const MapRequest request = map_request(cell, data.d, rows, 0);
  const auto n = static_cast<double>(rows), columns = static_cast<double>(data.d);
  return {.rows = n,
          .columns = columns,
          .features = static_cast<double>(features_of(map, request)),
          .bytes = memory_of_any_cell(cell, data) + bytes_in_use(map, request),
          .map_seconds = n * map.seconds_of_row(request, columns)};
}

}  // namespace sketchbench
