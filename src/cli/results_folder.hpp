#pragma once
#include <vector>

#include "harness/config/config.hpp"
#include "harness/record/store.hpp"

namespace sketchbench {

/// Throws InputError, with the folder's name, unless it holds what runs leave: records, or for one of the
/// configurations the list of cells that were skipped. A folder's name with a typing error would look like a
/// run that did nothing.
void require_results(const Store& store, const std::vector<Config>& configs);

}  // namespace sketchbench
