#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <sketchbench/data/dataset.hpp>
#include <sketchbench/data/read/byte_stream.hpp>
#include <sketchbench/data/read/formats.hpp>
#include <sketchbench/data/read/reader.hpp>

namespace sketchbench::fuzz {

using Reader = std::function<LabeledMatrix(ByteStream& stream, const FileFormat& format)>;

/// Of one that tells what it has found, too.
inline Reader without_findings(void (*read)(ByteStream&, const FileFormat&, FileFindings&, const TakeRows&)) {
  return [read](ByteStream& stream, const FileFormat& format) {
    FileFindings findings;
    LabeledMatrix all;
    read(stream, format, findings, [&](LabeledMatrix&& piece) { append_piece(all, std::move(piece)); });
    return all;
  };
}
/// Of one that tells nothing else.
inline Reader in_one_piece(void (*read)(ByteStream&, const FileFormat&, const TakeRows&)) {
  return [read](ByteStream& stream, const FileFormat& format) {
    LabeledMatrix all;
    read(stream, format, [&](LabeledMatrix&& piece) { append_piece(all, std::move(piece)); });
    return all;
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
