#include <sketchbench/data/cache/cache.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

#include <sketchbench/core/sha256.hpp>
#include <sketchbench/data/cache/content_hash.hpp>
#include "fuzz/choices.hpp"
#include "fuzz/input_file.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {
namespace {

/// The rows of a part whose arrays lie inside the entry; nothing when they do not, or when row starts lead
/// out.
std::optional<LabeledMatrix> rows_in(std::string_view entry, const PartOffsets& at, const PartSizes& sizes,
                                     Index d) {
  if (at.end > entry.size()) return std::nullopt;
  const auto copy = [&](auto& to, std::size_t offset, std::int64_t count) {
    to.resize(static_cast<std::size_t>(count));
    entry.copy(reinterpret_cast<char*>(to.data()), to.size() * sizeof to[0], offset);
  };
  LabeledMatrix part;
  part.x.d = d;
  copy(part.x.row_start, at.row_start, sizes.rows + 1);
  copy(part.x.column, at.column, sizes.nonzeros);
  copy(part.x.value, at.value, sizes.nonzeros);
  copy(part.y, at.label, sizes.rows);
  const auto& starts = part.x.row_start;
  if (starts.front() != 0 || starts.back() != sizes.nonzeros || !std::is_sorted(starts.begin(), starts.end()))
    return std::nullopt;
  return part;
}

void put_content_hash(std::string& entry, const EntryHeader& header) {
  const auto small = [&](const PartSizes& sizes) {
    const auto most = static_cast<std::int64_t>(entry.size());
    return sizes.rows >= 0 && sizes.rows < most && sizes.nonzeros >= 0 && sizes.nonzeros < most;
  };
  constexpr std::string_view key = "\"content_hash\":\"";
  const auto place = entry.find(key);
  if (place == std::string::npos || place + key.size() + 64 > entry.size()) return;
  const bool possible = header.columns >= 0 && header.columns <= std::numeric_limits<std::int32_t>::max();
  if (!possible || !small(header.train) || !small(header.test)) return;
  const EntryOffsets at(header);
  const auto train = rows_in(entry, at.train, header.train, header.columns),
             test = rows_in(entry, at.test, header.test, header.columns);
  if (!train || !test) return;
  entry.replace(place + key.size(), 64, content_hash({train->x.view(), train->y}, {test->x.view(), test->y}));
}

/// The entry with the length, the content hash and the checksum that it ought to have, so that a change of
/// the header, the information or the rows gets past them.
std::string sealed(std::string entry) {
  EntryHeader header;
  if (entry.size() < sizeof header) return entry;
  std::memcpy(&header, entry.data(), sizeof header);
  header.file_bytes = entry.size();
  header.info_bytes = std::min(header.info_bytes, static_cast<std::uint32_t>(entry.size() - sizeof header));
  put_content_hash(entry, header);
  header.checksum.fill('\0');
  Sha256 hash;
  hash.update(&header, sizeof header);
  hash.update(entry.data() + sizeof header, header.info_bytes);
  hash.hex().copy(header.checksum.data(), header.checksum.size());
  std::memcpy(entry.data(), &header, sizeof header);
  return entry;
}

void check_dataset(const Dataset& dataset) {
  const DatasetInfo& info = dataset.info();
  check_rows(dataset.train());
  check_rows(dataset.test());
  require(dataset.train().x.size() == info.n_train && dataset.test().x.size() == info.n_test,
          "as many rows as said");
  require(dataset.train().x.dim() == info.d && dataset.test().x.dim() == info.d, "as many columns as said");
  require(content_hash(dataset.train(), dataset.test()) == info.content_hash,
          "the content hash is that of the rows");
  for (const LabeledRows* part : {&dataset.train(), &dataset.test()})
    for (const float label : part->y)
      require(std::binary_search(info.classes.begin(), info.classes.end(), label),
              "every label is one of the classes");
  dataset.release_train_pages();
  check_rows(dataset.train());
}

}  // namespace

// A letter, whether the checksums are put right, then the entry. Its key is "key".
bool run_cache(std::string_view input) {
  static InputFile file("entry.bin");
  Choices choices(input);
  const bool seal = choices.one_of(std::array{false, true});
  std::string entry(choices.rest());
  const std::filesystem::path& path = file.put(seal ? sealed(std::move(entry)) : entry);
  bool accepted = false;
  try {
    const auto info = prepared_info(path, "key");
    const PreparedEntry opened = open_prepared(path);
    check_dataset(*opened.dataset);
    require((open_prepared(path, "key") != nullptr) == (opened.key == "key"),
            "only what was made from the same is given");
    require(info.has_value() == (opened.key == "key"), "the header alone says the same");
    accepted = true;
  } catch (const DamagedEntry& damage) {
    require(std::string_view(damage.what()).size() > 5, "damage has a reason");
  }
  return accepted;
}

}  // namespace sketchbench::fuzz
