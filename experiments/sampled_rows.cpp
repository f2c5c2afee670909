#include "experiments/sampled_rows.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/random.hpp"
#include "data/split.hpp"

namespace sketchbench {

std::vector<Index> sampled_numbers(const Dataset& dataset, Index count, Seed seed,
                                   std::string_view experiment) {
  const Index there = dataset.train().x.size();
  require_enough_rows(experiment, count, there, dataset.info().name);
  RandomStream stream(seed, fmt::format("{}.rows", experiment));
  return random_subset(there, count, stream);
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

}  // namespace sketchbench
