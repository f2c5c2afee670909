#pragma once
#include <any>
#include <concepts>
#include <memory>
#include <string>
#include <utility>

#include <sketchbench/core/fields.hpp>
#include <sketchbench/harness/cell/cell_data.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/harness/cell/phases.hpp>
#include <sketchbench/harness/cell/record.hpp>

namespace sketchbench {

/// Of an experiment that has none.
struct NoParameters {};

/// What the run of a cell works with.
template <class Parameters>
struct CellRun {
  const Cell& cell;
  const Parameters& parameters;
  const RunContext& context;
  Outcome&
      outcome;  ///< times and facts; what is already in its result stays beside the one that the run returns
  Phases& phases;

  /// The cell's data set, in phase "load", with its facts in the outcome.
  std::shared_ptr<const Dataset> load() {
    auto dataset = phases.time("load", [&] { return open_cell_data(cell, context); });
    outcome.data = data_facts(dataset->info());
    return dataset;
  }
};

/// Those that are given, and the defaults of the others. `from`: "the cell".
template <class Parameters>
Parameters typed_parameters(const ParameterValues& values, const std::string& from) {
  if constexpr (std::same_as<Parameters, NoParameters>) {
    return {};
  } else {
    const Json json = values.empty() ? Json::object() : Json(values);
    StrictObject given(json, from, "parameters");
    return Parameters::fields().read(given);
  }
}

/// A cell's parameters from its description.
template <class Parameters>
Parameters parameters_of(const Cell& cell) {
  return typed_parameters<Parameters>(cell.parameters, "the cell");
}

/// The experiment whose cells Kind computes, in its own types:
///     struct Kind {
///       using Parameters = ...;  // described by fields() (core/fields.hpp), or NoParameters
///       using Result = ...;      // likewise
///       static Result run(CellRun<Parameters>& run);
///       static Resources estimate(const Cell& cell, const Parameters& parameters, const DatasetInfo& data);
///       static std::string headline(const Result& result);
///     };
/// and, where ranks can compute a cell together, estimate_of_rank(cell, parameters, data, ranks).
/// `experiment` has the rest.
template <class Kind>
Experiment typed_experiment(Experiment experiment) {
  using Parameters = typename Kind::Parameters;
  using Result = typename Kind::Result;
  experiment.run = [](const Cell& cell, const RunContext& context) {
    Outcome outcome;
    Phases phases(context, outcome.seconds);
    const auto parameters = parameters_of<Parameters>(cell);
    CellRun<Parameters> run{cell, parameters, context, outcome, phases};
    const Result result = Kind::run(run);
    outcome.result.update(Result::fields().to_json(result));
    return outcome;
  };
  experiment.estimate = [](const Cell& cell, const DatasetInfo& data) {
    return Kind::estimate(cell, parameters_of<Parameters>(cell), data);
  };
  if constexpr (requires { &Kind::estimate_of_rank; })
    experiment.estimate_of_rank = [](const Cell& cell, const DatasetInfo& data, int ranks) {
      return Kind::estimate_of_rank(cell, parameters_of<Parameters>(cell), data, ranks);
    };
  experiment.parse = [](StrictObject result) -> std::any {
    return std::shared_ptr<const Result>(std::make_shared<Result>(Result::fields().parse(std::move(result))));
  };
  experiment.headline = [](const Record& record) { return Kind::headline(result_of<Result>(record)); };
  if constexpr (!std::same_as<Parameters, NoParameters>) {
    experiment.parameters = Parameters::fields().info();
    experiment.read_parameters = [](StrictObject& object) {
      return ParameterValues(Parameters::fields().to_json(Parameters::fields().read(object)));
    };
    experiment.apply_quick_limits = [](ParameterValues& values) {
      auto parameters = typed_parameters<Parameters>(values, "the configuration");
      Parameters::fields().apply_quick_limits(parameters);
      values = ParameterValues(Parameters::fields().to_json(parameters));
    };
    experiment.quick_limits = [] { return quick_limits(Parameters::fields().info()); };
  }
  return experiment;
}

}  // namespace sketchbench
