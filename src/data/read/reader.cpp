#include "data/read/reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/system/memory.hpp"
#include "data/read/byte_stream.hpp"
#include "data/read/formats.hpp"
#include "data/read/number.hpp"

namespace sketchbench {
namespace {

LabeledMatrix read_kind(ByteStream& stream, const FileFormat& format) {
  switch (format.kind) {
    case FileFormat::Kind::libsvm:
      return read_libsvm(stream, format);
    case FileFormat::Kind::idx_images:
      return read_idx_images(stream, format);
    case FileFormat::Kind::idx_labels:
      return read_idx_labels(stream, format);
    case FileFormat::Kind::delimited:
      return read_delimited(stream, format);
  }
  throw Error("read_data_file: a kind of file without a reader");
}

LabeledMatrix read_stream(ByteStream& stream, const FileFormat& format) {
  try {
    return read_kind(stream, format);
  } catch (const MemoryShortage& shortage) {
    fail_input(stream.name(), 0, shortage.what());
  }
}

}  // namespace

bool is_declared_label(const FileFormat& format, float label) {
  return format.labels.empty() ||
         std::find(format.labels.begin(), format.labels.end(), label) != format.labels.end();
}

std::string label_fault(const FileFormat& format, std::string_view token, float label) {
  if (!is_declared_label(format, label))
    return fmt::format("is {}, expected {}", in_quotes(token), expected_label(format));
  if (format.task == Task::classification && !keeps_whole_number(token, label))
    return fmt::format(
        "is {}, which would become {:.0f} in single precision; expected a whole number that it holds",
        in_quotes(token), label);
  return {};
}

std::string expected_label(const FileFormat& format) {
  return format.labels.empty() ? "a finite number" : fmt::format("one of {}", fmt::join(format.labels, ", "));
}

LabeledMatrix read_data_file(const std::filesystem::path& file, const FileFormat& format) {
  const std::unique_ptr<ByteStream> stream = open_byte_stream(file, format.member);
  LabeledMatrix data = read_stream(*stream, format);
  const Index rows = std::max(data.x.size(), static_cast<Index>(data.y.size()));
  if (rows == 0) fail_input(stream->name(), 0, "the file is empty, expected at least one row");
  if (format.rows != 0 && rows != format.rows)
    fail_input(stream->name(), 0, fmt::format("the file has {} rows, expected {}", rows, format.rows));
  return data;
}

}  // namespace sketchbench
