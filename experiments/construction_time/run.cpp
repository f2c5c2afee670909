#include "experiments/construction_time/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/split.hpp>
#include <sketchbench/harness/cell/cell_data.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/cell/typed_experiment.hpp>
#include "experiments/cell_memory.hpp"
#include "experiments/construction_time/report.hpp"
#include "experiments/resolved_kernel.hpp"

namespace sketchbench {
namespace {

void require_rows(Index rows, const DatasetInfo& data) {
  if (rows > data.n_train)
    throw InputError(fmt::format(
        "construction_time: \"rows\" is {}, but the training part of {} has {} rows; lower \"rows\" or "
        "leave the data set out",
        rows, data.name, data.n_train));
}

/// The rows that are mapped: all of the training part, or copies of some.
class MappedRows {
 public:
  MappedRows(const Rows& train, Index count) : all_(train) {
    if (count == train.size()) return;
    RandomStream stream(0, "construction_time/rows");
    some_.emplace(train, random_subset(train.size(), count, stream));
  }
  Rows view() const { return some_ ? some_->view() : all_; }

 private:
  Rows all_;
  std::optional<OwnedRows> some_;
};

void add(RepeatedTimes& times, const Seconds& seconds) {
  times.cpu.push_back(seconds.cpu);
  times.wall.push_back(seconds.wall);
}

std::unique_ptr<FeatureMap> make_map(const Cell& cell, const Rows& x, Seed seed, int threads) {
  return make_feature_map(cell.method, map_request(cell, x.dim(), x.size(), seed, threads), x);
}

/// Makes the map and maps the rows, and adds the times to the result.
void repeat(const Cell& cell, const Rows& x, DenseMatrix& z, int threads, Seed seed, ConstructionTime& to) {
  const Timer timer(processes_of(cell));
  const auto map = make_map(cell, x, seed, threads);
  fit_room(z, *map);
  const Seconds built = timer.elapsed();
  map->transform(x, z, threads);
  const Seconds total = timer.elapsed();
  add(to.build, built);
  add(to.transform, {total.wall - built.wall, total.cpu - built.cpu});
  add(to.total, total);
  to.map_bytes = static_cast<double>(map->memory_bytes());
  require_finite_features(z.view(), 0, "training", cell);
}

struct ConstructionTimeCells {
  using Parameters = ConstructionTimeParameters;
  using Result = ConstructionTime;

  static ConstructionTime run(CellRun<Parameters>& run) {
    const int threads = run.context.threads;
    const auto dataset = run.load();
    require_rows(run.parameters.rows, dataset->info());
    const Cell resolved = resolved_cell(run.cell, run.context, dataset->train(), run.outcome, run.phases);
    const MappedRows rows(dataset->train().x, run.parameters.rows);
    const Rows x = rows.view();
    // Zeros are written, so its pages are there.
    DenseMatrix z =
        allocate_features(resolved, map_request(resolved, x.dim(), x.size(), 0, threads), x.size());
    const auto measure = [&](int first, int last) {
      ConstructionTime measured{.rows = x.size(), .repeats = run.parameters.repeats};
      for (int r = first; r <= last; ++r) repeat(resolved, x, z, threads, static_cast<Seed>(r), measured);
      return measured;
    };
    run.phases.time("warm-up", [&] { return measure(0, 0); });
    ConstructionTime result = run.phases.time("repeats", [&] { return measure(1, run.parameters.repeats); });
    for (RepeatedTimes* times : {&result.build, &result.transform, &result.total}) {
      times->cpu_quartiles = quartiles_of(times->cpu);
      times->wall_quartiles = quartiles_of(times->wall);
    }
    return result;
  }

  static Resources estimate(const Cell& cell, const Parameters& parameters, const DatasetInfo& data) {
    require_rows(parameters.rows, data);
    const auto rows = static_cast<double>(parameters.rows);
    const FeatureMapKind& map = kind_of_map(cell);
    const double nonzeros = data.nonzeros_per_row();
    Resources need;
    const MapRequest request = map_request(cell, data.d, parameters.rows, 0);
    need.bytes = memory_of_any_cell(cell, data) + bytes_in_use(map, request) + 8.0 * rows * nonzeros;
    need.bytes += 4.0 * rows * static_cast<double>(features_of(map, request));
    need.seconds = 0.1 + (parameters.repeats + 1) * rows * map.seconds_of_row(request, nonzeros);
    return need;
  }

  static std::string headline(const ConstructionTime& result) {
    return fmt::format("median {:.3f} s", result.total.cpu_quartiles.median);
  }
};

}  // namespace

const Fields<ConstructionTimeParameters>& ConstructionTimeParameters::fields() {
  using P = ConstructionTimeParameters;
  static const Fields<P> all = {
      {{.name = "rows",
        .meaning = "training rows that are mapped, a fixed random choice, of which a "
                   "smaller number is a subset",
        .low = 1,
        .high = 1e9,
        .quick_most = 2000},
       &P::rows},
      {{.name = "repeats",
        .meaning = "of drawing a map and mapping the rows",
        .low = 1,
        .high = 1000,
        .quick_most = 3},
       &P::repeats}};
  return all;
}

const Fields<RepeatedTimes>& RepeatedTimes::fields() {
  using T = RepeatedTimes;
  static const Fields<T> all = {{{.name = "cpu", .low = 0}, &T::cpu},
                                {{.name = "wall", .low = 0}, &T::wall},
                                {{.name = "cpu_quartiles"}, &T::cpu_quartiles},
                                {{.name = "wall_quartiles"}, &T::wall_quartiles}};
  return all;
}

const Fields<ConstructionTime>& ConstructionTime::fields() {
  using R = ConstructionTime;
  static const Fields<R> all = {
      {{.name = "rows", .low = 1}, &R::rows},  {{.name = "repeats", .low = 1}, &R::repeats},
      {{.name = "build"}, &R::build},          {{.name = "transform"}, &R::transform},
      {{.name = "total"}, &R::total},          {{.name = "map_bytes", .low = 0}, &R::map_bytes},
      {{.name = "sigma", .low = 0}, &R::sigma}};
  return all;
}

Experiment construction_time_experiment() {
  return typed_experiment<ConstructionTimeCells>({.name = "construction_time",
                                                  .trains = false,
                                                  .seeded = false,
                                                  .exclusive = true,
                                                  .shows = {"time"},
                                                  .report = construction_time_report});
}

}  // namespace sketchbench
