#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <sketchbench/core/json.hpp>

namespace sketchbench {

/// Numbers of one kind, as a file has them: "i32", "i64", "f32" or "f64".
using NumberArray = std::variant<std::vector<std::int32_t>, std::vector<std::int64_t>, std::vector<float>,
                                 std::vector<double>>;

/// The last version of the format; files of this one and of all before it are read.
inline constexpr int model_file_version = 5;
/// Files that need nothing of a later one are written in it, for programs that know no later one.
inline constexpr int earliest_written_version = 3;
/// From it on a file may have the columns that are known; files without are written in an earlier one.
inline constexpr int version_of_columns = 5;

/// A document and arrays, by name.
struct ArrayFile {
  int version = earliest_written_version;  ///< of the first line
  Json header = Json::object();
  std::map<std::string, NumberArray> arrays;
};

/// The whole of a file: docs/reference/model-file.md has the format. Error for a number that is not finite.
std::string array_file_bytes(const ArrayFile& content);

/// The inverse. `bytes` are those of `file`, which stands in messages. InputError for what is no such file,
/// for one of a later version, for one that is not as it was written (by its checksum), and for a header that
/// does not fit the arrays.
ArrayFile parse_array_file(std::string_view bytes, const std::filesystem::path& file);

/// The last bytes of a file: the sum of all before them.
std::string checksum_line(std::string_view bytes);

}  // namespace sketchbench
