#pragma once
#include <optional>
#include <string>
#include <string_view>

#include <sketchbench/data/dataset.hpp>
#include <sketchbench/data/read/byte_stream.hpp>
#include <sketchbench/data/read/reader.hpp>

namespace sketchbench::fuzz {

using Reader = LabeledMatrix (*)(ByteStream& stream, const FileFormat& format);

/// Reads a text at once and in small pieces: both must accept the same rows, or refuse with the same words.
/// Nothing when it is refused; rows that are accepted keep check_rows().
std::optional<LabeledMatrix> read_twice(Reader read, std::string_view text, const FileFormat& format);

/// A label as it can be written: whole numbers with all their digits, which readers ask for.
std::string label_text(float label);

/// Another text for the same rows must be read as the same rows.
void require_reads_back(Reader read, std::string_view text, const FileFormat& format,
                        const LabeledMatrix& rows);

}  // namespace sketchbench::fuzz
