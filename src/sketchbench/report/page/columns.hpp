#pragma once
#include <string>
#include <vector>

#include <sketchbench/core/json_fwd.hpp>

namespace sketchbench {

/// The JSON text of the values as one column, which compresses far better than one after the other: what
/// stands at the same place of many records is alike, and a compressor looks back 32 kB only. A column is
/// one of
///   [value, ...]                                       the values as they are
///   {"distinct": [value, ...], "at": [place, ...]}     values that repeat, each once
///   {"keys": [[key, ...], ...], "shape": column, "columns": {key: column}}
///                                                      objects: which of the lists of keys each has, and of
///                                                      each key the values of those that have it
///   {"lengths": column, "items": column}               lists: how long each is, and all their items
/// web/page/data.js reads it.
std::string column_text(const std::vector<const Json*>& values);

}  // namespace sketchbench
