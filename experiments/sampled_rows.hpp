#pragma once
#include <string_view>
#include <vector>

#include "core/owned_rows.hpp"
#include "data/dataset.hpp"

namespace sketchbench {

// What the experiments on a sample of training rows have in common.

/// Which of the training rows: `count` of them, every subset equally likely, drawn from the stream
/// "EXPERIMENT.rows" of `seed`, ascending. Throws as require_enough_rows().
std::vector<Index> sampled_numbers(const Dataset& dataset, Index count, Seed seed,
                                   std::string_view experiment);

/// Copies of those rows.
OwnedRows sampled_rows(const Dataset& dataset, Index count, Seed seed, std::string_view experiment);

/// InputError, naming the parameter "rows", where `count` is more than there are.
void require_enough_rows(std::string_view experiment, Index count, Index there, std::string_view dataset);

}  // namespace sketchbench
