#include <sketchbench/data/read/user_file.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/data/read/byte_stream.hpp>

namespace sketchbench {
namespace {

/// The first bytes, a line of them or more where there is one.
std::string beginning_of(const std::filesystem::path& file) {
  constexpr std::size_t enough = 65'536;
  const std::unique_ptr<ByteStream> stream = open_byte_stream(file);
  std::string bytes;
  for (auto piece = stream->next(); !piece.empty() && bytes.size() < enough; piece = stream->next()) {
    bytes.append(piece.data(), std::min(piece.size(), enough - bytes.size()));
    if (bytes.size() >= 4 && bytes.find('\n') != std::string::npos) break;
  }
  return bytes;
}

/// In the order of preference; LIBSVM lines have none of the first two.
char separator_of(std::string_view line) {
  for (const char separator : {',', ';', '\t'})
    if (line.find(separator) != std::string_view::npos) return separator;
  return ' ';
}

FileFormat::Kind kind_of(std::string_view beginning) {
  if (beginning.size() >= 2 && beginning[0] == '\0' && beginning[1] == '\0')
    return FileFormat::Kind::idx_images;
  const std::string_view line = beginning.substr(0, beginning.find('\n'));
  const char separator = separator_of(line);
  const bool delimited =
      separator == ',' || separator == ';' || (separator == '\t' && line.find(':') == std::string_view::npos);
  return delimited ? FileFormat::Kind::delimited : FileFormat::Kind::libsvm;
}

UserData read_images(const std::filesystem::path& file, const UserFormat& user, FileFormat format) {
  UserData data{.rows = read_data_file(file, format), .file = file};
  if (user.labels.empty()) return data;
  format.kind = FileFormat::Kind::idx_labels;
  format.features = 0;
  data.rows.y = read_data_file(user.labels, format).y;
  if (std::ssize(data.rows.y) != data.rows.x.size())
    fail_input(user.labels, 0,
               fmt::format("{} labels, expected {}, one for each image of {}", data.rows.y.size(),
                           data.rows.x.size(), file.string()));
  return data;
}

}  // namespace

UserData read_user_file(const std::filesystem::path& file, const UserFormat& user, Task task, Index columns) {
  const bool look = !user.kind || (*user.kind == FileFormat::Kind::delimited && !user.separator);
  const std::string beginning = look ? beginning_of(file) : "";
  FileFormat format{.kind = user.kind.value_or(kind_of(beginning)), .features = columns, .task = task};
  if (format.kind == FileFormat::Kind::idx_images) return read_images(file, user, format);
  if (!user.labels.empty())
    fail_input(
        user.labels, 0,
        fmt::format("a file of labels is for IDX images, and {} has its labels in its rows", file.string()));
  if (format.kind == FileFormat::Kind::libsvm)
    return {.rows = read_libsvm_file(file, columns, task), .file = file, .lines_before = 0};
  format.separator =
      user.separator.value_or(separator_of(std::string_view(beginning).substr(0, beginning.find('\n'))));
  format.header = user.header;
  format.label = user.label;
  format.label_column = user.label_column;
  return {.rows = read_data_file(file, format), .file = file, .lines_before = user.header ? 1 : 0};
}

}  // namespace sketchbench
