#include "experiments/construction_time/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "core/error.hpp"
#include "core/owned_rows.hpp"
#include "core/text.hpp"
#include "data/split.hpp"
#include "experiments/cell_memory.hpp"
#include "experiments/construction_time/report.hpp"
#include "experiments/resolved_kernel.hpp"
#include "harness/cell/cell_data.hpp"
#include "harness/cell/cell_map.hpp"
#include "harness/cell/finite_features.hpp"
#include "harness/cell/phases.hpp"
#include "harness/cell/result_values.hpp"

namespace sketchbench {
namespace {

constexpr Index largest_row_count = 1'000'000'000;
constexpr int quick_rows = 2000, quick_repeats = 3;

Index rows_of(const Cell& cell) { return cell.parameters.at("rows").get<Index>(); }
int repeats_of(const Cell& cell) { return cell.parameters.at("repeats").get<int>(); }

Json read_parameters(StrictObject& object) {
  return {{"rows", object.integer_or("rows", 10'000, 1, largest_row_count)},
          {"repeats", object.integer_or("repeats", 7, 1, 1000)}};
}

void apply_quick_limits(Json& parameters) {
  parameters["rows"] = std::min<Index>(parameters.at("rows").get<Index>(), quick_rows);
  parameters["repeats"] = std::min<int>(parameters.at("repeats").get<int>(), quick_repeats);
}

void require_rows(const Cell& cell, const DatasetInfo& data) {
  if (rows_of(cell) > data.n_train)
    throw InputError(fmt::format(
        "construction_time: \"rows\" is {}, but the training part of {} has {} rows; lower \"rows\" or "
        "leave the data set out",
        rows_of(cell), data.name, data.n_train));
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

/// The repeats of one phase by both clocks.
struct Times {
  std::vector<double> cpu, wall;

  void add(const Seconds& seconds) {
    cpu.push_back(seconds.cpu);
    wall.push_back(seconds.wall);
  }
};

struct Measurement {
  Times build, transform, total;
  std::size_t map_bytes = 0;  ///< of the last repeat's
};

std::unique_ptr<FeatureMap> make_map(const Cell& cell, const Rows& x, Seed seed, int threads) {
  return make_feature_map(cell.method, map_request(cell, x.dim(), x.size(), seed, threads), x);
}

void repeat(const Cell& cell, const Rows& x, DenseMatrix& z, int threads, Seed seed, Measurement& to) {
  const Timer timer(processes_of(cell));
  const auto map = make_map(cell, x, seed, threads);
  fit_room(z, *map);
  const Seconds built = timer.elapsed();
  map->transform(x, z, threads);
  const Seconds total = timer.elapsed();
  to.build.add(built);
  to.transform.add({total.wall - built.wall, total.cpu - built.cpu});
  to.total.add(total);
  to.map_bytes = map->memory_bytes();
  require_finite_features(z.view(), 0, "training", cell);
}

Json to_json(const Quartiles& q) {
  return {{"min", q.min}, {"q1", q.q1}, {"median", q.median}, {"q3", q.q3}, {"max", q.max}};
}

Json to_json(const Times& times) {
  return {{"cpu", times.cpu},
          {"wall", times.wall},
          {"cpu_quartiles", to_json(quartiles_of(times.cpu))},
          {"wall_quartiles", to_json(quartiles_of(times.wall))}};
}

Quartiles quartiles_from(const Json& json) {
  const auto seconds = [&](const char* key) { return number_in(json, key, 0); };
  return {seconds("min"), seconds("q1"), seconds("median"), seconds("q3"), seconds("max")};
}

Outcome run_construction_time(const Cell& cell, const RunContext& context) {
  Outcome outcome;
  Phases phases(context, outcome.seconds);
  const auto dataset = phases.time("load", [&] { return open_cell_data(cell, context); });
  require_rows(cell, dataset->info());
  const Cell resolved = resolved_cell(cell, context, dataset->train(), outcome, phases);
  const MappedRows rows(dataset->train().x, rows_of(cell));
  const Rows x = rows.view();
  // Zeros are written, so its pages are there.
  DenseMatrix z =
      room_for_features(resolved, map_request(resolved, x.dim(), x.size(), 0, context.threads), x.size());

  const auto measure = [&](int first, int last) {
    Measurement measured;
    for (int r = first; r <= last; ++r)
      repeat(resolved, x, z, context.threads, static_cast<Seed>(r), measured);
    return measured;
  };
  phases.time("warm-up", [&] { return measure(0, 0); });
  const Measurement measured = phases.time("repeats", [&] { return measure(1, repeats_of(cell)); });

  outcome.result.update(Json{{"rows", x.size()},
                             {"repeats", repeats_of(cell)},
                             {"build", to_json(measured.build)},
                             {"transform", to_json(measured.transform)},
                             {"total", to_json(measured.total)},
                             {"map_bytes", measured.map_bytes}});
  outcome.data = data_facts(dataset->info());
  return outcome;
}

Resources estimate_construction_time(const Cell& cell, const DatasetInfo& data) {
  require_rows(cell, data);
  const auto rows = static_cast<double>(rows_of(cell));
  const FeatureMapKind& map = kind_of_map(cell);
  const double nonzeros = data.nonzeros_per_row();
  Resources need;
  const MapRequest request = map_request(cell, data.d, rows_of(cell), 0);
  need.bytes = memory_of_any_cell(cell, data) + bytes_in_use(map, request) + 8.0 * rows * nonzeros;
  need.bytes += 4.0 * rows * static_cast<double>(features_of(map, request));
  need.seconds = 0.1 + (repeats_of(cell) + 1) * rows * map.seconds_of_row(request, nonzeros);
  return need;
}

void check_times(const Json& result) { static_cast<void>(construction_time_of(result)); }

std::string median_headline(const Json& result) {
  return fmt::format("median {:.3f} s", construction_time_of(result).total.median);
}

}  // namespace

ConstructionTime construction_time_of(const Json& result) {
  ConstructionTime time;
  time.rows = count_in(result, "rows", 1);
  time.repeats = static_cast<int>(count_in(result, "repeats", 1));
  time.total = quartiles_from(result.at("total").at("cpu_quartiles"));
  time.build = quartiles_from(result.at("build").at("cpu_quartiles"));
  time.totals = numbers_in(result.at("total"), "cpu", 0);
  time.wall_median = quartiles_from(result.at("total").at("wall_quartiles")).median;
  if (result.contains("map_bytes")) time.map_bytes = number_in(result, "map_bytes", 0);
  return time;
}

Experiment construction_time_experiment() {
  return {.name = "construction_time",
          .version = 1,
          .trains = false,
          .seeded = false,
          .exclusive = true,
          .shows = {"time"},
          .run = run_construction_time,
          .estimate = estimate_construction_time,
          .check = check_times,
          .headline = median_headline,
          .parameters = read_parameters,
          .apply_quick_limits = apply_quick_limits,
          .report = construction_time_report};
}

}  // namespace sketchbench
