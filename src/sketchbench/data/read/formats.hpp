#pragma once
#include <string>
#include <string_view>

#include <sketchbench/data/read/byte_stream.hpp>
#include <sketchbench/data/read/reader.hpp>

namespace sketchbench {

// One function for each kind of file, called by read_data_file, which checks the number of rows.
LabeledMatrix read_libsvm(ByteStream& stream, const FileFormat& format, FileFindings& findings);
LabeledMatrix read_idx_images(ByteStream& stream, const FileFormat& format);
LabeledMatrix read_idx_labels(ByteStream& stream, const FileFormat& format);
/// What the header of either promises.
Index idx_items(ByteStream& stream, const FileFormat& format);
LabeledMatrix read_delimited(ByteStream& stream, const FileFormat& format, FileFindings& findings);
LabeledMatrix read_arff(ByteStream& stream, const FileFormat& format, FileFindings& findings);

/// Whether the format declares this label.
bool is_declared_label(const FileFormat& format, float label);

/// What is wrong with a label that was parsed from `token`, as the end of a message: "...is "7", expected one
/// of -1, 1"; empty when nothing is. A label that is a whole number must be what it was: classes must not be
/// merged.
std::string label_fault(const FileFormat& format, std::string_view token, float label);

/// "one of -1, 1", or "a finite number" when the format declares none.
std::string expected_label(const FileFormat& format);

}  // namespace sketchbench
