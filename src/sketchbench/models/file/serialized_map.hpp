#pragma once
#include <string>

#include <sketchbench/models/file/array_file.hpp>
#include <sketchbench/models/trained_model.hpp>

namespace sketchbench {

// What files of models and of maps have in common: who wrote them, and a map, of which they have the request,
// what it has learned from its training rows, and the features of a few rows, so that one that comes out
// otherwise is noticed.

/// Who wrote a file.
struct Writer {
  std::string program, instructions;

  static Json here();  ///< "program", "revision", "instruction_set"
  static Writer read(StrictObject& header);
};

Seed seed_in(StrictObject& header);
/// With numbers for all parameters.
Kernel kernel_in(StrictObject& header);

/// The columns that the state knows, where these are not all of its features (ModelState::columns).
void put_columns(const ModelState& state, ArrayFile& to);
void take_columns(ModelState& state, ArrayFile& from);

/// "map" of the header.
Json map_header(const ModelRequest& request);
void read_map_header(StrictObject map, ModelRequest& request);

/// The parts of the state's map, rows that the user gave it, and features to check; nothing for a state
/// without a map.
void put_map(const ModelState& state, ArrayFile& to);
/// Restores the map of the state's request from its parts, or makes it again: one that looks at no data, and
/// one of a file that has its training rows instead. InputError where it does not become what it was.
void take_map(ModelState& state, ArrayFile& from, const Writer& writer, int threads);

}  // namespace sketchbench
