#include <sketchbench/data/cache/cache.hpp>

#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <optional>
#include <set>

#include <sketchbench/core/column_selection.hpp>
#include <sketchbench/core/system/disk.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/data/cache/content_hash.hpp>

namespace sketchbench {
namespace {

/// An AtomicFile that knows its position, so that arrays can be aligned.
class ArrayWriter {
 public:
  explicit ArrayWriter(const std::filesystem::path& target) : file_(target) {}

  void write(const void* data, std::size_t bytes) {
    file_.write(data, bytes);
    position_ += bytes;
  }
  template <class T>
  void write_array(std::span<const T> items) {
    static constexpr std::array<char, entry_alignment> padding{};
    write(padding.data(), entry_aligned(position_) - position_);
    write(items.data(), items.size() * sizeof(T));
  }
  void write_part(const LabeledRows& part) {
    const auto stored = static_cast<std::size_t>(part.x.stored());
    write_array(std::span(part.x.row_start(), part.y.size() + 1));
    write_array(std::span(part.x.columns(), stored));
    write_array(std::span(part.x.values(), stored));
    write_array(part.y);
  }
  void commit() { file_.commit(); }

 private:
  AtomicFile file_;
  std::size_t position_ = 0;
};

std::vector<float> distinct_labels(const LabeledRows& train, const LabeledRows& test) {
  std::set<float> labels(train.y.begin(), train.y.end());
  labels.insert(test.y.begin(), test.y.end());
  return {labels.begin(), labels.end()};
}

template <class T>
const T* array_at(std::span<const std::byte> bytes, std::size_t offset) {
  return reinterpret_cast<const T*>(bytes.data() + offset);
}

/// Row starts that climb from 0 to the number of values: with them, no row leads out of the mapping.
void require_row_starts(std::span<const std::int64_t> row_start, std::int64_t nonzeros,
                        std::string_view part) {
  bool climb = row_start.front() == 0 && row_start.back() == nonzeros;
  for (std::size_t i = 1; i < row_start.size(); ++i) climb &= row_start[i] >= row_start[i - 1];
  if (!climb)
    throw DamagedEntry(fmt::format("the {} part's row starts do not climb from 0 to {}", part, nonzeros));
}

LabeledRows map_part(std::span<const std::byte> bytes, const PartOffsets& at, const PartSizes& sizes,
                     Index columns, Task task, std::string_view name) {
  const auto* row_start = array_at<std::int64_t>(bytes, at.row_start);
  const auto rows = static_cast<std::size_t>(sizes.rows);
  require_row_starts({row_start, rows + 1}, sizes.nonzeros, name);
  return LabeledRows{Rows::sparse(row_start, array_at<std::int32_t>(bytes, at.column),
                                  array_at<float>(bytes, at.value), sizes.rows, columns),
                     {array_at<float>(bytes, at.label), rows},
                     task};
}

/// The features of a part, without its labels.
std::span<const std::byte> features_of(std::span<const std::byte> bytes, const PartOffsets& at) {
  return bytes.subspan(at.row_start, at.label - at.row_start);
}

bool is_missing(const std::filesystem::path& file) {
  std::error_code unreadable;  // said in words by whoever opens it
  return !std::filesystem::exists(file, unreadable) && !unreadable;
}

}  // namespace

void write_prepared(const std::filesystem::path& file, std::string_view key, DatasetInfo info,
                    LabeledRows train, LabeledRows test) {
  train.task = test.task = info.task;
  if (info.task == Task::classification) info.classes = distinct_labels(train, test);
  ContentCheck content = check_content(train, test, info.classes);
  if (!content.fault.empty())
    throw Error(fmt::format("data set {}, split {}: {}", info.name, info.split, content.fault));
  info.content_hash = std::move(content.hash);
  info.n_train = train.x.size();
  info.n_test = test.x.size();
  info.d = train.x.dim();
  info.nnz_train = train.x.stored();
  info.nnz_test = test.x.stored();
  if (const auto few = ColumnSelection::of(std::vector<Rows>{train.x, test.x}))
    info.occurring = std::ssize(few->columns());
  const NewEntryStart start = make_entry_start(key, info);

  require_disk_space(static_cast<double>(start.file_bytes), file.parent_path(),
                     fmt::format("the prepared data set {}", info.name));
  make_folders(file.parent_path());
  remove_stale_temporaries(file.parent_path());
  ArrayWriter writer(file);
  writer.write(start.bytes.data(), start.bytes.size());
  writer.write_part(train);
  writer.write_part(test);
  writer.commit();
}

bool is_in_the_way(const std::filesystem::path& file) {
  if (is_missing(file)) return false;
  std::string start(sizeof(EntryHeader), '\0');
  start.resize(read_some(open_for_reading(file), start.data(), start.size(), file));
  return !begins_as_entry(start);
}

std::optional<DatasetInfo> prepared_info(const std::filesystem::path& file, std::string_view key) {
  if (is_missing(file)) return std::nullopt;
  const Descriptor descriptor = open_for_reading(file);
  struct stat status {};
  if (::fstat(descriptor.get(), &status) != 0) fail_system("read", file, errno);
  const auto file_bytes = static_cast<std::uint64_t>(status.st_size);
  std::string start(sizeof(EntryHeader), '\0');
  start.resize(read_some(descriptor, start.data(), start.size(), file));
  const std::size_t have = start.size();
  start.resize(entry_start_bytes(start, file_bytes));
  start.resize(have + read_some(descriptor, start.data() + have, start.size() - have, file));
  EntryStart entry = parse_entry_start(start, file_bytes);
  if (entry.key != key) return std::nullopt;
  return std::move(entry.info);
}

LabelFacts prepared_label_facts(const std::filesystem::path& file) {
  const MappedFile mapping(file);
  const std::span<const std::byte> bytes = mapping.bytes();
  const std::string_view text(array_at<char>(bytes, 0), bytes.size());
  const EntryStart start =
      parse_entry_start(text.substr(0, entry_start_bytes(text, text.size())), text.size());
  const EntryOffsets at(start.header);
  const auto labels = [&](const PartOffsets& part, const PartSizes& sizes) {
    return std::span(array_at<float>(bytes, part.label), static_cast<std::size_t>(sizes.rows));
  };
  return label_facts(labels(at.train, start.header.train), labels(at.test, start.header.test));
}

PreparedEntry open_prepared(const std::filesystem::path& file) {
  const auto mapping = std::make_shared<const MappedFile>(file);
  const std::span<const std::byte> bytes = mapping->bytes();
  const std::string_view text(array_at<char>(bytes, 0), bytes.size());
  EntryStart start = parse_entry_start(text.substr(0, entry_start_bytes(text, text.size())), text.size());
  const EntryHeader& header = start.header;
  const EntryOffsets at(header);
  const LabeledRows train =
                        map_part(bytes, at.train, header.train, header.columns, start.info.task, "training"),
                    test = map_part(bytes, at.test, header.test, header.columns, start.info.task, "test");
  const ContentCheck content = check_content(train, test, start.info.classes);
  if (!content.fault.empty()) throw DamagedEntry(content.fault);
  if (content.hash != start.info.content_hash)
    throw DamagedEntry(
        fmt::format("the rows have the content hash {}, expected {}", content.hash, start.info.content_hash));
  // The check has read the test rows long before they are needed; the training rows usually come next.
  mapping->set_aside(features_of(bytes, at.test));
  const auto release_train_pages = [mapping, at] {
    mapping->set_aside(features_of(mapping->bytes(), at.train));
  };
  return {std::move(start.key),
          std::make_shared<const Dataset>(std::move(start.info), train, test, mapping, release_train_pages)};
}

std::shared_ptr<const Dataset> open_prepared(const std::filesystem::path& file, std::string_view key) {
  if (is_missing(file)) return nullptr;
  PreparedEntry entry = open_prepared(file);
  return entry.key == key ? std::move(entry.dataset) : nullptr;
}

}  // namespace sketchbench
