#include "data/cache.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "base/sha256.hpp"

namespace sketchbench {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the cache's arrays are little-endian, as on every target");

constexpr std::array<char, 8> magic = {'S', 'K', 'B', 'D', 'A', 'T', 'A', '\n'};
constexpr std::uint32_t format_version = 1;
constexpr std::size_t alignment = 64;

struct PartSizes {
  std::int64_t rows = 0;
  std::int64_t nonzeros = 0;
  bool operator==(const PartSizes&) const = default;
};

struct Header {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t info_bytes;
  std::uint64_t file_bytes;
  std::int64_t columns;
  PartSizes train, test;
  std::array<char, 64> checksum;  ///< SHA-256 of this header with an empty checksum, then the information
};
static_assert(sizeof(Header) == 128 && std::is_trivially_copyable_v<Header>);

std::array<char, 64> checksum_of(Header header, std::string_view info) {
  header.checksum.fill('\0');
  Sha256 hash;
  hash.update(&header, sizeof header);
  hash.update(info.data(), info.size());
  std::array<char, 64> result;
  hash.hex().copy(result.data(), result.size());
  return result;
}

constexpr std::size_t aligned(std::size_t offset) { return (offset + alignment - 1) / alignment * alignment; }

/// Where the four arrays of a part begin, and where the part ends.
struct PartOffsets {
  std::size_t row_start, column, value, label, end;

  PartOffsets(std::size_t begin, const PartSizes& sizes) {
    const auto rows = static_cast<std::size_t>(sizes.rows),
               nonzeros = static_cast<std::size_t>(sizes.nonzeros);
    row_start = aligned(begin);
    column = aligned(row_start + (rows + 1) * sizeof(std::int64_t));
    value = aligned(column + nonzeros * sizeof(std::int32_t));
    label = aligned(value + nonzeros * sizeof(float));
    end = label + rows * sizeof(float);
  }
};

/// An AtomicFile that knows its position, so that arrays can be aligned.
class ArrayWriter {
 public:
  explicit ArrayWriter(const std::filesystem::path& target) : file_(target) {}

  void write(const void* data, std::size_t bytes) {
    file_.write(data, bytes);
    position_ += bytes;
  }
  template <class T>
  void write_array(const std::vector<T>& items) {
    static constexpr std::array<char, alignment> padding{};
    write(padding.data(), aligned(position_) - position_);
    write(items.data(), items.size() * sizeof(T));
  }
  void write_part(const LabeledMatrix& part) {
    write_array(part.x.row_start);
    write_array(part.x.column);
    write_array(part.x.value);
    write_array(part.y);
  }
  void commit() { file_.commit(); }

 private:
  AtomicFile file_;
  std::size_t position_ = 0;
};

Json to_json(const DatasetInfo& info, std::string_view key) {
  return {{"key", key},
          {"name", info.name},
          {"split", info.split},
          {"content_hash", info.content_hash},
          {"source", info.source},
          {"same_as_paper", info.same_as_paper},
          {"classes", info.classes}};
}

DatasetInfo info_from(const Json& json, const Header& header) {
  DatasetInfo info;
  info.name = json.at("name");
  info.split = json.at("split");
  info.content_hash = json.at("content_hash");
  info.source = json.at("source");
  info.same_as_paper = json.at("same_as_paper");
  info.classes = json.at("classes").get<std::vector<float>>();
  info.n_train = header.train.rows;
  info.n_test = header.test.rows;
  info.d = header.columns;
  info.nnz_train = header.train.nonzeros;
  info.nnz_test = header.test.nonzeros;
  return info;
}

std::vector<float> distinct_labels(const LabeledMatrix& train, const LabeledMatrix& test) {
  std::set<float> labels(train.y.begin(), train.y.end());
  labels.insert(test.y.begin(), test.y.end());
  return {labels.begin(), labels.end()};
}

PartSizes sizes_of(const LabeledMatrix& part) { return {part.x.size(), part.x.row_start.back()}; }

bool plausible(const Header& header, std::size_t file_bytes) {
  if (header.magic != magic || header.version != format_version || header.file_bytes != file_bytes)
    return false;
  if (header.info_bytes > file_bytes - sizeof(Header)) return false;
  // Bounds that keep the offsets below from overflowing; every count of items needs at least its own bytes.
  const auto fits = [&](std::int64_t count) {
    return count >= 0 && static_cast<std::uint64_t>(count) <= file_bytes;
  };
  for (const PartSizes& part : {header.train, header.test})
    if (!fits(part.rows) || !fits(part.nonzeros)) return false;
  return header.columns >= 0;
}

/// Row starts that climb from 0 to the number of values: with them, no row leads out of the mapping.
bool valid_row_starts(std::span<const std::int64_t> row_start, std::int64_t nonzeros) {
  if (row_start.front() != 0 || row_start.back() != nonzeros) return false;
  for (std::size_t i = 1; i < row_start.size(); ++i)
    if (row_start[i] < row_start[i - 1]) return false;
  return true;
}

template <class T>
const T* array_at(std::span<const std::byte> bytes, std::size_t offset) {
  return reinterpret_cast<const T*>(bytes.data() + offset);
}

std::optional<LabeledRows> map_part(std::span<const std::byte> bytes, const PartOffsets& at,
                                    const PartSizes& sizes, Index columns) {
  const auto* row_start = array_at<std::int64_t>(bytes, at.row_start);
  const auto rows = static_cast<std::size_t>(sizes.rows);
  if (!valid_row_starts({row_start, rows + 1}, sizes.nonzeros)) return std::nullopt;
  return LabeledRows{Rows::sparse(row_start, array_at<std::int32_t>(bytes, at.column),
                                  array_at<float>(bytes, at.value), sizes.rows, columns),
                     {array_at<float>(bytes, at.label), rows}};
}

void hash_part(Sha256& hash, const LabeledRows& part) {
  const std::int64_t shape[3] = {part.x.size(), part.x.dim(), part.x.stored()};
  hash.update(shape, sizeof shape);
  for (Index i = 0; i < part.x.size(); ++i) {
    const SparseRow row = part.x.sparse_row(i);
    const auto stored = static_cast<std::int64_t>(row.column.size());
    hash.update(&stored, sizeof stored);
    hash.update(row.column.data(), row.column.size_bytes());
    hash.update(row.value.data(), row.value.size_bytes());
  }
  hash.update(part.y.data(), part.y.size_bytes());
}

struct OpenedEntry {
  std::string key;
  std::shared_ptr<const Dataset> dataset;
};

/// Nothing when the file is missing or damaged.
std::optional<OpenedEntry> open_entry(const std::filesystem::path& file) {
  std::error_code unreadable;  // said by MappedFile, in words
  if (!std::filesystem::exists(file, unreadable) && !unreadable) return std::nullopt;
  const auto mapping = std::make_shared<const MappedFile>(file);
  const std::span<const std::byte> bytes = mapping->bytes();
  if (bytes.size() < sizeof(Header)) return std::nullopt;
  Header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (!plausible(header, bytes.size())) return std::nullopt;
  const std::string_view text(array_at<char>(bytes, sizeof header), header.info_bytes);
  if (checksum_of(header, text) != header.checksum) return std::nullopt;

  const PartOffsets train_at(sizeof(Header) + text.size(), header.train);
  const PartOffsets test_at(train_at.end, header.test);
  if (test_at.end != bytes.size()) return std::nullopt;
  const auto train = map_part(bytes, train_at, header.train, header.columns);
  const auto test = map_part(bytes, test_at, header.test, header.columns);
  if (!train || !test) return std::nullopt;
  const Json info = Json::parse(text);  // the checksum says that it is what was written
  const auto set_train_aside = [mapping, train_at] {
    mapping->set_aside(mapping->bytes().subspan(train_at.row_start, train_at.label - train_at.row_start));
  };
  return OpenedEntry{info.at("key"), std::make_shared<const Dataset>(info_from(info, header), *train, *test,
                                                                     mapping, set_train_aside)};
}

}  // namespace

std::string content_hash(const LabeledRows& train, const LabeledRows& test) {
  Sha256 hash;
  hash_part(hash, train);
  hash_part(hash, test);
  return hash.hex();
}

void write_prepared(const std::filesystem::path& file, std::string_view key, DatasetInfo info,
                    const LabeledMatrix& train, const LabeledMatrix& test) {
  info.content_hash = content_hash({train.x.view(), train.y}, {test.x.view(), test.y});
  info.classes = distinct_labels(train, test);
  const std::string text = to_json(info, key).dump();

  Header header{};
  header.magic = magic;
  header.version = format_version;
  header.info_bytes = static_cast<std::uint32_t>(text.size());
  header.columns = train.x.d;
  header.train = sizes_of(train);
  header.test = sizes_of(test);
  const PartOffsets train_at(sizeof(Header) + text.size(), header.train);
  header.file_bytes = PartOffsets(train_at.end, header.test).end;
  header.checksum = checksum_of(header, text);

  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error) fail_system("make the folder", file.parent_path(), error.value());
  ArrayWriter writer(file);
  writer.write(&header, sizeof header);
  writer.write(text.data(), text.size());
  writer.write_part(train);
  writer.write_part(test);
  writer.commit();
}

std::shared_ptr<const Dataset> open_prepared(const std::filesystem::path& file) {
  auto entry = open_entry(file);
  return entry ? std::move(entry->dataset) : nullptr;
}

std::shared_ptr<const Dataset> open_prepared(const std::filesystem::path& file, std::string_view key) {
  auto entry = open_entry(file);
  return entry && entry->key == key ? std::move(entry->dataset) : nullptr;
}

}  // namespace sketchbench
