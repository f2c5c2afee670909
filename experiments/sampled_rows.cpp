#include "experiments/sampled_rows.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/random.hpp"
#include "data/split.hpp"

namespace sketchbench {

OwnedRows sampled_rows(const Dataset& dataset, Index count, Seed seed, std::string_view experiment) {
  const Rows train = dataset.train().x;
  require_enough_rows(experiment, count, train.size(), dataset.info().name);
  RandomStream stream(seed, fmt::format("{}.rows", experiment));
  return {train, random_subset(train.size(), count, stream)};
}

void require_enough_rows(std::string_view experiment, Index count, Index there, std::string_view dataset) {
  if (count > there)
    throw InputError(
        fmt::format("{}: \"rows\" is {}, expected at most {}, the rows of the training part of {}",
                    experiment, count, there, dataset));
}

}  // namespace sketchbench
