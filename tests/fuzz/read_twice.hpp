#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <sketchbench/data/dataset.hpp>
#include <sketchbench/data/read/byte_stream.hpp>
#include <sketchbench/data/read/reader.hpp>

namespace sketchbench::fuzz {

using Reader = std::function<LabeledMatrix(ByteStream& stream, const FileFormat& format)>;

/// Of one that tells what it has found, too.
inline Reader without_findings(LabeledMatrix (*read)(ByteStream&, const FileFormat&, FileFindings&)) {
  return [read](ByteStream& stream, const FileFormat& format) {
    FileFindings findings;
    return read(stream, format, findings);
  };
}

/// Reads a text at once and in small pieces: both must accept the same rows, or refuse with the same words.
/// Nothing when it is refused; rows that are accepted keep check_rows().
std::optional<LabeledMatrix> read_twice(const Reader& read, std::string_view text, const FileFormat& format);

/// A label as it can be written: whole numbers with all their digits, which readers ask for.
std::string label_text(float label);

/// Another text for the same rows must be read as the same rows.
void require_reads_back(const Reader& read, std::string_view text, const FileFormat& format,
                        const LabeledMatrix& rows);

}  // namespace sketchbench::fuzz
