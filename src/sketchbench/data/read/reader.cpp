#include <sketchbench/data/read/reader.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/data/read/byte_stream.hpp>
#include <sketchbench/data/read/formats.hpp>
#include <sketchbench/data/read/number.hpp>
#include <sketchbench/data/split.hpp>

namespace sketchbench {
namespace {

LabeledMatrix read_kind(ByteStream& stream, const FileFormat& format, FileFindings& findings) {
  switch (format.kind) {
    case FileFormat::Kind::libsvm:
      return read_libsvm(stream, format, findings);
    case FileFormat::Kind::idx_images:
      return read_idx_images(stream, format);
    case FileFormat::Kind::idx_labels:
      return read_idx_labels(stream, format);
    case FileFormat::Kind::delimited:
      return read_delimited(stream, format, findings);
    case FileFormat::Kind::arff:
      return read_arff(stream, format, findings);
  }
  throw Error("read_data_file: a kind of file without a reader");
}

LabeledMatrix read_stream(ByteStream& stream, const FileFormat& format, FileFindings& findings) {
  try {
    return read_kind(stream, format, findings);
  } catch (const MemoryShortage& shortage) {
    fail_input(stream.name(), 0, shortage.what());
  }
}

Index rows_of(const LabeledMatrix& data) {
  return std::max(data.x.size(), static_cast<Index>(data.y.size()));
}

LabeledMatrix read_some_rows(ByteStream& stream, const FileFormat& format, FileFindings& findings) {
  LabeledMatrix data = read_stream(stream, format, findings);
  if (rows_of(data) == 0) fail_input(stream.name(), 0, "the file is empty, expected at least one row");
  return data;
}

void require_rows(const LabeledMatrix& data, const FileFormat& format, const std::filesystem::path& place,
                  std::string_view what) {
  if (format.rows != 0 && rows_of(data) != format.rows)
    fail_input(place, 0, fmt::format("{} {} rows, expected {}", what, rows_of(data), format.rows));
}

/// All files of a .zip that match, joined in the order of their names, whatever theirs in the .zip.
LabeledMatrix read_members(const std::filesystem::path& file, const FileFormat& format,
                           FileFindings& findings) {
  std::map<std::string, LabeledMatrix> pieces;
  for_each_member(file, format.members, [&](const std::string& member, ByteStream& stream) {
    if (!pieces.emplace(member, read_some_rows(stream, format, findings)).second)
      fail_input(file, 0, fmt::format("the zip has two files {}, expected one", in_quotes(member)));
  });
  if (pieces.empty())
    fail_input(file, 0, fmt::format("the zip has no file that matches {}", in_quotes(format.members)));
  for (const auto& [name, rows] : pieces) findings.members.push_back(name);
  const std::string& first_name = pieces.begin()->first;
  LabeledMatrix joined = std::move(pieces.begin()->second);
  for (auto piece = std::next(pieces.begin()); piece != pieces.end(); ++piece) {
    const auto& [name, rows] = *piece;
    if (rows.x.d != joined.x.d)
      fail_input(file, 0,
                 fmt::format("{} has {} columns of features and {} has {}, expected as many",
                             in_quotes(first_name), joined.x.d, in_quotes(name), rows.x.d));
    append_rows(joined, rows);
    piece->second = {};
  }
  return joined;
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

LabeledMatrix read_data_file(const std::filesystem::path& file, const FileFormat& format,
                             FileFindings* findings) {
  FileFindings unasked;
  FileFindings& found = findings == nullptr ? unasked : *findings;
  found = {};
  if (!format.members.empty()) {
    LabeledMatrix data = read_members(file, format, found);
    require_rows(data, format, file, "the files that match have");
    return data;
  }
  const std::unique_ptr<ByteStream> stream = open_byte_stream(file, format.member);
  LabeledMatrix data = read_some_rows(*stream, format, found);
  require_rows(data, format, stream->name(), "the file has");
  return data;
}

Index promised_rows(const std::filesystem::path& file, const FileFormat& format) {
  return idx_items(*open_byte_stream(file, format.member), format);
}

LabeledMatrix read_libsvm_file(const std::filesystem::path& file, Index columns, Task task) {
  FileFormat format;
  format.task = task;
  format.features = columns > 0 ? columns : std::numeric_limits<std::int32_t>::max();
  LabeledMatrix data = read_data_file(file, format);
  if (columns == 0) {
    const auto& used = data.x.column;
    data.x.d = used.empty() ? 1 : *std::max_element(used.begin(), used.end()) + 1;
  }
  return data;
}

}  // namespace sketchbench
