#pragma once
#include <string>
#include <vector>

#include <sketchbench/harness/config/config.hpp>

namespace sketchbench {

/// "dataset=adult,mnist": keeps the cells whose key has one of the values. Keys: dataset, method,
/// the columns of a kernel (degree, coef0, kernel, sigma), D, seed.
struct Filter {
  std::string key;
  std::vector<std::string> values;
  std::string text;  ///< as it was given, for messages
};
/// Those keys.
const std::vector<std::string>& filter_keys();
/// Throws InputError for a text that is not KEY=VALUE[,VALUE], a key that is not known, or a value that is no
/// number where the key has numbers.
Filter parse_filter(const std::string& text);

/// Whether the filter keeps a cell: of records, whatever configuration they are of.
bool keeps(const Filter& filter, const Cell& cell);

/// Throws InputError for a value that none of the configurations has, with the nearest that one has or, if
/// none is near, all of them; and when no cell has all that the filters ask for.
void require_known_values(const std::vector<Filter>& filters, const std::vector<Config>& configs);

/// The configuration reduced to the cells that all filters keep.
Config narrowed(Config config, const std::vector<Filter>& filters);

}  // namespace sketchbench
