#pragma once
#include <string>

#include "data/byte_stream.hpp"
#include "data/reader.hpp"

namespace sketchbench {

// One function for each kind of file, called by read_data_file, which checks the number of rows.
LabeledMatrix read_libsvm(ByteStream& stream, const FileFormat& format);
LabeledMatrix read_idx_images(ByteStream& stream, const FileFormat& format);
LabeledMatrix read_idx_labels(ByteStream& stream, const FileFormat& format);
LabeledMatrix read_delimited(ByteStream& stream, const FileFormat& format);

/// Whether the format declares this label.
bool is_declared_label(const FileFormat& format, float label);
/// "one of -1, 1", or "a finite number" when the format declares none.
std::string expected_label(const FileFormat& format);

}  // namespace sketchbench
