#pragma once
#include <string>

#include "models/file/array_file.hpp"
#include "models/trained_model.hpp"

namespace sketchbench {

// What files of models and of maps have in common: who wrote them, and a map, of which they have the request,
// the rows that it was made from, and the features of a few rows, so that one that comes out otherwise is
// noticed.

/// Who wrote a file.
struct Writer {
  std::string program, instructions;

  static Json here();  ///< "program", "revision", "instruction_set"
  static Writer read(StrictObject& header);
};

Seed seed_in(StrictObject& header);
/// With numbers for all parameters.
Kernel kernel_in(StrictObject& header);

/// "map" of the header.
Json map_header(const ModelRequest& request);
void read_map_header(StrictObject map, ModelRequest& request);

/// The rows that the state's map was made from, and features to check; nothing for a state without a map.
void put_map(const ModelState& state, ArrayFile& to);
/// Makes the map of the state's request again. InputError where it cannot be made as it was.
void take_map(ModelState& state, ArrayFile& from, const Writer& writer, int threads);

}  // namespace sketchbench
