#pragma once
#include <string_view>

#include "core/owned_rows.hpp"
#include "data/dataset.hpp"

namespace sketchbench {

// What the experiments on a sample of training rows have in common.

/// `count` of the training rows, every subset equally likely, drawn from the stream "EXPERIMENT.rows" of
/// `seed`. Throws as require_enough_rows().
OwnedRows sampled_rows(const Dataset& dataset, Index count, Seed seed, std::string_view experiment);

/// InputError, naming the parameter "rows", where `count` is more than there are.
void require_enough_rows(std::string_view experiment, Index count, Index there, std::string_view dataset);

}  // namespace sketchbench
