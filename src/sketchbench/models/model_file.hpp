#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include <sketchbench/models/trained_model.hpp>

namespace sketchbench {

// Models in files: docs/reference/model-file.md has the format, which later versions will read. Of a map they
// have what it has learned from its training rows; what it draws, it draws again from its seed. They have the
// features of a few rows as well, so that a map that comes out otherwise is noticed.

/// Throws InputError, before anything is trained, for a learner whose models cannot be kept.
void require_keepable(const ModelRequest& request);

/// Writes the model to a temporary file and renames it: what was at `file` is replaced as a whole, or stays.
void save_model(const TrainedModel& model, const std::filesystem::path& file);

/// Reads it; predictions are those of the model that was saved, to the last bit on the same instruction set.
/// InputError, with the file's name, for a file that is missing, is no model, is of a later version or was
/// altered, and where its map does not become what it was. `threads` are for a map that is made again.
TrainedModel load_model(const std::filesystem::path& file, int threads = 1);

/// The same, in memory.
std::string model_bytes(const TrainedModel& model);
TrainedModel parse_model(std::string_view bytes, const std::filesystem::path& name, int threads = 1);

}  // namespace sketchbench
