#include <sketchbench/data/cache/entry_layout.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>

namespace sketchbench {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the cache's arrays are little-endian, as on every target");

constexpr std::array<char, 8> magic = {'S', 'K', 'B', 'D', 'A', 'T', 'A', '\n'};
constexpr std::uint32_t format_version = 1;

std::array<char, 64> checksum_of(EntryHeader header, std::string_view information) {
  header.checksum.fill('\0');
  Sha256 hash;
  hash.update(&header, sizeof header);
  hash.update(information.data(), information.size());
  std::array<char, 64> result;
  hash.hex().copy(result.data(), result.size());
  return result;
}

Json to_json(const DatasetInfo& info, std::string_view key) {
  Json json = {{"key", key},
               {"name", info.name},
               {"split", info.split},
               {"content_hash", info.content_hash},
               {"source", info.source},
               {"same_as_paper", info.same_as_paper},
               {"classes", info.classes}};
  if (info.occurring > 0) json["occurring_columns"] = info.occurring;
  if (info.task == Task::regression) json["task"] = name_of(info.task);
  return json;
}

std::vector<float> parse_classes(StrictObject& information) {
  const Json& list = information.raw("classes");
  std::vector<float> classes;
  if (list.is_array())
    for (const Json& item : list)
      if (item.is_number()) classes.push_back(item.get<float>());
  const bool ascending =
      std::adjacent_find(classes.begin(), classes.end(), std::greater_equal<>()) == classes.end();
  const bool finite = std::all_of(classes.begin(), classes.end(), [](float c) { return std::isfinite(c); });
  if (!list.is_array() || classes.size() != list.size() || !ascending || !finite)
    information.fail("classes", "a list of ascending numbers");
  return classes;
}

EntryStart parse_information(std::string_view text, const EntryHeader& header) {
  const Json document = parse_json(text, "information");
  StrictObject information(document, "information");
  EntryStart start{.header = header, .key = information.text("key"), .info = {}};
  DatasetInfo& info = start.info;
  info.name = information.text("name");
  info.split = information.text("split");
  info.content_hash = information.text("content_hash");
  info.source = information.text("source");
  info.same_as_paper = information.boolean_or("same_as_paper", true);
  info.classes = parse_classes(information);
  if (information.has("task")) {  // only entries of targets say so
    if (information.text("task") != name_of(Task::regression) || !info.classes.empty())
      information.fail("task", "\"regression\" beside no classes");
    info.task = Task::regression;
  }
  if (information.has("occurring_columns"))
    info.occurring = information.integer("occurring_columns", 1, header.columns);
  information.finish();
  info.n_train = header.train.rows;
  info.n_test = header.test.rows;
  info.d = header.columns;
  info.nnz_train = header.train.nonzeros;
  info.nnz_test = header.test.nonzeros;
  return start;
}

}  // namespace

PartOffsets::PartOffsets(std::size_t begin, const PartSizes& sizes) {
  const auto rows = static_cast<std::size_t>(sizes.rows), nonzeros = static_cast<std::size_t>(sizes.nonzeros);
  row_start = entry_aligned(begin);
  column = entry_aligned(row_start + (rows + 1) * sizeof(std::int64_t));
  value = entry_aligned(column + nonzeros * sizeof(std::int32_t));
  label = entry_aligned(value + nonzeros * sizeof(float));
  end = label + rows * sizeof(float);
}

EntryOffsets::EntryOffsets(const EntryHeader& header)
    : train(sizeof(EntryHeader) + header.info_bytes, header.train), test(train.end, header.test) {}

NewEntryStart make_entry_start(std::string_view key, const DatasetInfo& info) {
  const std::string information = json_text(to_json(info, key));
  if (information.size() > std::numeric_limits<std::uint32_t>::max())
    throw Error(
        fmt::format("data set {}: its {} classes are too many to be listed", info.name, info.classes.size()));
  EntryHeader header{};
  header.magic = magic;
  header.version = format_version;
  header.info_bytes = static_cast<std::uint32_t>(information.size());
  header.columns = info.d;
  header.train = {info.n_train, info.nnz_train};
  header.test = {info.n_test, info.nnz_test};
  header.file_bytes = EntryOffsets(header).test.end;
  header.checksum = checksum_of(header, information);
  std::string start(sizeof header, '\0');
  std::memcpy(start.data(), &header, sizeof header);
  return {start + information, header.file_bytes};
}

bool begins_as_entry(std::string_view beginning) {
  return beginning.starts_with(std::string_view(magic.data(), magic.size()));
}

std::size_t entry_start_bytes(std::string_view bytes, std::uint64_t file_bytes) {
  EntryHeader header;
  if (bytes.size() < sizeof header || file_bytes < sizeof header)
    throw DamagedEntry(
        fmt::format("the file has {} bytes, expected a header of {}", file_bytes, sizeof header));
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != magic) throw DamagedEntry("the first bytes are not those of an entry");
  if (header.version != format_version)
    throw DamagedEntry(
        fmt::format("the format's version is {}, expected {}", header.version, format_version));
  if (header.file_bytes != file_bytes)
    throw DamagedEntry(fmt::format("the file has {} bytes, expected {}", file_bytes, header.file_bytes));
  if (header.info_bytes > file_bytes - sizeof header)
    throw DamagedEntry(
        fmt::format("{} bytes of information are promised in a file of {}", header.info_bytes, file_bytes));
  return sizeof header + header.info_bytes;
}

EntryStart parse_entry_start(std::string_view start, std::uint64_t file_bytes) {
  if (start.size() != entry_start_bytes(start, file_bytes))
    throw DamagedEntry("the information is cut short");
  EntryHeader header;
  std::memcpy(&header, start.data(), sizeof header);
  const std::string_view information = start.substr(sizeof header);
  if (checksum_of(header, information) != header.checksum)
    throw DamagedEntry("the header's checksum does not match");
  // Bounds that keep the offsets from overflowing; every count of items needs at least its own bytes.
  const auto fits = [&](std::int64_t count) {
    return count >= 0 && static_cast<std::uint64_t>(count) <= file_bytes;
  };
  for (const PartSizes& part : {header.train, header.test})
    if (!fits(part.rows) || !fits(part.nonzeros))
      throw DamagedEntry(
          fmt::format("{} rows with {} values do not fit into the file", part.rows, part.nonzeros));
  if (header.columns < 0 || header.columns > std::numeric_limits<std::int32_t>::max())
    throw DamagedEntry(fmt::format("{} columns", header.columns));
  if (EntryOffsets(header).test.end != file_bytes)
    throw DamagedEntry(
        fmt::format("the arrays end at byte {}, the file at {}", EntryOffsets(header).test.end, file_bytes));
  try {
    return parse_information(information, header);
  } catch (const InputError& error) {
    throw DamagedEntry(error.what());
  }
}

}  // namespace sketchbench
