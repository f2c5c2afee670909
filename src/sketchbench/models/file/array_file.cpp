#include <sketchbench/models/file/array_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <type_traits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>

namespace sketchbench {
namespace {

static_assert(std::endian::native == std::endian::little,
              "a model file's arrays are little-endian, as on every target");

constexpr std::string_view magic = "sketchbench model ";
constexpr std::size_t alignment = 64;
constexpr std::string_view checksum_begins = "sha256 ";
constexpr std::size_t checksum_bytes = checksum_begins.size() + 64 + 1;
/// In the order of NumberArray.
constexpr std::array<std::string_view, 4> kinds = {"i32", "i64", "f32", "f64"};

std::size_t padding(std::size_t bytes) { return (alignment - bytes % alignment) % alignment; }

std::string first_line(int version) { return fmt::format("{}{}\n", magic, version); }

/// Lists the arrays in the header.
Json described(const ArrayFile& content) {
  Json header = content.header;
  Json& list = header["arrays"] = Json::array();
  for (const auto& [name, array] : content.arrays)
    list.push_back({{"name", name},
                    {"kind", kinds[array.index()]},
                    {"count", std::visit([](const auto& values) { return values.size(); }, array)}});
  return header;
}

template <class Number>
void append(std::string& bytes, const std::vector<Number>& values, const std::string& name) {
  if constexpr (std::is_floating_point_v<Number>)
    if (!std::ranges::all_of(values, [](Number value) { return std::isfinite(value); }))
      throw Error(
          fmt::format("the model's \"{}\" has a value that is not finite, which is not stored", name));
  if (!values.empty())
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number));
  bytes.append(padding(bytes.size()), '\0');
}

/// The version that the first line tells; 0 for no such line.
int version_of_first_line(std::string_view bytes) {
  if (!bytes.starts_with(magic)) return 0;
  const char* const begin = bytes.data() + magic.size();
  const char* const end = bytes.data() + std::min(bytes.size(), magic.size() + 10);
  int version = 0;
  const auto [rest, status] = std::from_chars(begin, end, version);
  const bool whole = status == std::errc() && rest != end && *rest == '\n';
  return whole && *begin >= '1' && *begin <= '9' ? version : 0;
}

template <class Number>
std::vector<Number> taken(std::string_view bytes, std::size_t& at, std::uint64_t count) {
  std::vector<Number> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data() + at, count * sizeof(Number));
  at += count * sizeof(Number);
  at += padding(at);
  return values;
}

NumberArray take_array(std::size_t kind, std::string_view bytes, std::size_t& at, std::uint64_t count) {
  switch (kind) {
    case 0:
      return taken<std::int32_t>(bytes, at, count);
    case 1:
      return taken<std::int64_t>(bytes, at, count);
    case 2:
      return taken<float>(bytes, at, count);
    default:
      return taken<double>(bytes, at, count);
  }
}

std::size_t bytes_of(std::size_t kind) { return kind == 0 || kind == 2 ? 4 : 8; }

}  // namespace

std::string checksum_line(std::string_view bytes) {
  return fmt::format("{}{}\n", checksum_begins, sha256_hex(bytes));
}

std::string array_file_bytes(const ArrayFile& content) {
  std::string bytes = first_line(content.version) + json_text(described(content));
  bytes.append(padding(bytes.size() + 1), ' ');
  bytes += '\n';
  for (const auto& [name, array] : content.arrays)
    std::visit([&, &of = name](const auto& values) { append(bytes, values, of); }, array);
  bytes += checksum_line(bytes);
  return bytes;
}

ArrayFile parse_array_file(std::string_view bytes, const std::filesystem::path& file) {
  const int version = version_of_first_line(bytes);
  if (version == 0)
    fail_input(file, 0,
               fmt::format("this is no model of sketchbench, expected the first line \"{}{}\"", magic,
                           model_file_version));
  if (version > model_file_version)
    fail_input(
        file, 1,
        fmt::format("the model file is of version {}, expected at most {}: a later sketchbench wrote it",
                    version, model_file_version));
  const std::string begins = first_line(version);
  if (bytes.size() < begins.size() + checksum_bytes)
    fail_input(file, 0, fmt::format("the model file ends after {} bytes: it was cut short", bytes.size()));
  const std::string_view content = bytes.substr(0, bytes.size() - checksum_bytes);
  if (bytes.substr(content.size()) != checksum_line(content))
    fail_input(
        file, 0,
        "the SHA-256 checksum at the end is not that of what stands before it: the model file was altered "
        "or cut short");
  const std::size_t header_end = content.find('\n', begins.size());
  if (header_end == std::string_view::npos) fail_input(file, 2, "the header has no end, expected a line");

  ArrayFile result{.version = version};
  result.header = parse_json(content.substr(begins.size(), header_end - begins.size()), file);
  if (!result.header.is_object()) fail_input(file, 2, "the header is no object, expected {...}");
  StrictObject header(result.header, file.string());
  std::size_t at = header_end + 1;
  for (StrictObject& array : header.objects("arrays")) {
    const std::string name = array.text("name"), kind = array.text("kind");
    const auto found = std::ranges::find(kinds, kind);
    if (found == kinds.end()) array.fail("kind", fmt::format("one of {}", fmt::join(kinds, ", ")));
    const auto number = static_cast<std::size_t>(found - kinds.begin());
    const std::size_t rest = content.size() - std::min(at, content.size());
    const auto most = static_cast<std::int64_t>(rest / bytes_of(number));
    const auto count = static_cast<std::uint64_t>(array.integer("count", 0, most));
    array.finish();
    if (!result.arrays.emplace(name, take_array(number, content, at, count)).second)
      array.fail("name", "a name that no other array has");
  }
  if (at != content.size())
    fail_input(file, 0, fmt::format("the arrays end at byte {}, expected at {}", at, content.size()));
  result.header.erase("arrays");
  return result;
}

}  // namespace sketchbench
