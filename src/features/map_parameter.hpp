#pragma once
#include <string>
#include <vector>

#include "core/json.hpp"

namespace sketchbench {

/// What a kind of map can be told beside D, under "parameters".
struct MapParameter {
  std::string name;          ///< "landmarks"
  std::string meaning;       ///< for people: one line
  Json otherwise;            ///< its default, which says what it is: a whole number, a real one or a word
  double low = 0, high = 0;  ///< the range of a number
  std::vector<std::string> choices;  ///< the words
  /// True: the name of a LIBSVM file with rows for the map (MapRequest::landmarks), relative to what names
  /// it; in a cell's description its SHA-256 stands for it. The default is "", for none.
  bool file = false;
};

/// Those that are given and differ from their defaults, checked; null for none: one map has one description,
/// however it was asked for. InputError names key, value and what was expected.
Json read_map_parameters(StrictObject object, const std::vector<MapParameter>& known);

/// All of them: the given ones, and the defaults of the others.
Json with_defaults(const Json& given, const std::vector<MapParameter>& known);

}  // namespace sketchbench
