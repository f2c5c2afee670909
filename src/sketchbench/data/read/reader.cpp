#include <sketchbench/data/read/reader.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/data/read/byte_stream.hpp>
#include <sketchbench/data/read/compressed_stream.hpp>
#include <sketchbench/data/read/formats.hpp>
#include <sketchbench/data/read/number.hpp>
#include <sketchbench/data/read/unchanged.hpp>
#include <sketchbench/data/split.hpp>

namespace sketchbench {
namespace {

void read_kind(ByteStream& stream, const FileFormat& format, FileFindings& findings, const TakeRows& take) {
  switch (format.kind) {
    case FileFormat::Kind::libsvm:
      return read_libsvm(stream, format, findings, take);
    case FileFormat::Kind::idx_images:
      return read_idx_images(stream, format, take);
    case FileFormat::Kind::idx_labels:
      return read_idx_labels(stream, format, take);
    case FileFormat::Kind::delimited:
      return read_delimited(stream, format, findings, take);
    case FileFormat::Kind::arff:
      return read_arff(stream, format, findings, take);
    case FileFormat::Kind::npy:
      return read_npy_rows(stream, format, take);
  }
  throw Error("read_data_file: a kind of file without a reader");
}

Index rows_of(const LabeledMatrix& data) {
  return std::max(data.x.size(), static_cast<Index>(data.y.size()));
}

/// Returns how many.
Index read_some_rows(ByteStream& stream, const FileFormat& format, FileFindings& findings,
                     const TakeRows& take) {
  Index rows = 0;
  try {
    read_kind(stream, format, findings, [&](LabeledMatrix&& piece) {
      rows += rows_of(piece);
      take(std::move(piece));
    });
  } catch (const MemoryShortage& shortage) {
    fail_input(stream.name(), 0, shortage.what());
  }
  if (rows == 0)
    fail_input(stream.name(), 0,
               findings.dropped > 0 ? "every row has a missing value and is left out, expected one without"
                                    : "the file is empty, expected at least one row");
  return rows;
}

void require_rows(Index rows, const FileFormat& format, const std::filesystem::path& place,
                  std::string_view what) {
  if (format.rows != 0 && rows != format.rows)
    fail_input(place, 0, fmt::format("{} {} rows, expected {}", what, rows, format.rows));
}

/// Whether the files of a .zip that match come in the order of their names.
bool are_in_order(const std::filesystem::path& file, const std::string& pattern) {
  std::vector<std::string> names = names_in_zip(file);
  std::erase_if(names, [&](const std::string& name) { return !matches(pattern, name); });
  return std::ranges::is_sorted(names);
}

/// All files of a .zip that match, joined in the order of their names, whatever theirs in the .zip. Returns
/// how many rows they have.
Index read_members(const std::filesystem::path& file, const FileFormat& format, FileFindings& findings,
                   const TakeRows& take) {
  std::map<std::string, LabeledMatrix> waiting;  // for their turn
  std::optional<bool> in_order;
  Index rows = 0, columns = -1;
  const auto take_from = [&](const std::string& name, LabeledMatrix&& piece) {
    if (columns < 0) columns = piece.x.d;
    if (piece.x.d != columns)
      fail_input(file, 0,
                 fmt::format("{} has {} columns of features and {} has {}, expected as many",
                             in_quotes(*std::ranges::min_element(findings.members)), columns, in_quotes(name),
                             piece.x.d));
    take(std::move(piece));
  };
  for_each_member(file, format.members, [&](const std::string& member, ByteStream& stream) {
    if (std::ranges::find(findings.members, member) != findings.members.end())
      fail_input(file, 0, fmt::format("the zip has two files {}, expected one", in_quotes(member)));
    if (!in_order) in_order = are_in_order(file, format.members);
    findings.members.push_back(member);
    rows += read_some_rows(stream, format, findings, [&](LabeledMatrix&& piece) {
      if (*in_order)
        take_from(member, std::move(piece));
      else
        append_piece(waiting[member], std::move(piece));
    });
  });
  if (findings.members.empty())
    fail_input(file, 0, fmt::format("the zip has no file that matches {}", in_quotes(format.members)));
  std::ranges::sort(findings.members);
  for (auto& [name, piece] : waiting) take_from(name, std::exchange(piece, {}));
  return rows;
}

}  // namespace

void append_piece(LabeledMatrix& all, LabeledMatrix&& piece) {
  if (rows_of(all) == 0)
    all = std::move(piece);
  else
    append_rows(all, piece);
}

bool is_declared_label(const FileFormat& format, float label) {
  return format.labels.empty() ||
         std::find(format.labels.begin(), format.labels.end(), label) != format.labels.end();
}

std::string label_fault(const FileFormat& format, std::string_view token, float label) {
  if (!is_declared_label(format, label))
    return fmt::format("is {}, expected {}", in_quotes(token), expected_label(format));
  if (format.task == Task::classification && !keeps_whole_number(token, label))
    return fmt::format(
        "is {}, which would become {:.0f} in single precision; expected a whole number that it holds, or the "
        "task regression (--task, or \"task\" in a manifest), whose targets are rounded",
        in_quotes(token), label);
  return {};
}

std::string expected_label(const FileFormat& format) {
  return format.labels.empty() ? "a finite number" : fmt::format("one of {}", fmt::join(format.labels, ", "));
}

void RowsInPieces::hand_on() {
  before_ += held();
  const Index columns = rows.x.d;
  take_(std::move(rows));
  rows = {};
  rows.x.d = columns;
}

void read_data_file(const std::filesystem::path& file, const FileFormat& format, const TakeRows& take,
                    FileFindings* findings) {
  FileFindings unasked;
  FileFindings& found = findings == nullptr ? unasked : *findings;
  found = {};
  read_unchanged(file, [&] {
    if (!format.members.empty()) {
      require_rows(read_members(file, format, found, take), format, file, "the files that match have");
    } else {
      const std::unique_ptr<ByteStream> stream = open_byte_stream(file, format.member);
      require_rows(read_some_rows(*stream, format, found, take), format, stream->name(), "the file has");
    }
    return true;
  });
}

LabeledMatrix read_data_file(const std::filesystem::path& file, const FileFormat& format,
                             FileFindings* findings) {
  LabeledMatrix all;
  read_data_file(
      file, format, [&](LabeledMatrix&& piece) { append_piece(all, std::move(piece)); }, findings);
  return all;
}

Index find_first_index(const std::filesystem::path& file, FileFormat format) {
  format.index_from = 0;
  format.drop_unseen = true;  // the last index is that of features counted from 1
  FileFindings found;
  read_data_file(
      file, format, [](LabeledMatrix&&) {}, &found);
  return found.has_index_0 ? 0 : 1;
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
