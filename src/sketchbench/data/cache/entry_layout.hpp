#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/data/dataset.hpp>

namespace sketchbench {

// How a prepared entry lies in its file: a header, the information as JSON, then for each part int64 row
// starts, int32 columns, float32 values and float32 labels, each array on a multiple of `entry_alignment`
// bytes.

/// The file is not what write_prepared() wrote: cut short, bytes changed, another version. The message says
/// what is wrong and not where, which the caller knows.
class DamagedEntry : public Error {
 public:
  using Error::Error;
};

inline constexpr std::size_t entry_alignment = 64;
constexpr std::size_t entry_aligned(std::size_t offset) {
  return (offset + entry_alignment - 1) / entry_alignment * entry_alignment;
}

struct PartSizes {
  std::int64_t rows = 0;
  std::int64_t nonzeros = 0;
};

struct EntryHeader {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t info_bytes;
  std::uint64_t file_bytes;
  std::int64_t columns;
  PartSizes train, test;
  std::array<char, 64> checksum;  ///< SHA-256 of this header with an empty checksum, then the information
};
static_assert(sizeof(EntryHeader) == 128 && std::is_trivially_copyable_v<EntryHeader>);

/// Where the four arrays of a part begin, in bytes, and where the part ends.
struct PartOffsets {
  std::size_t row_start, column, value, label, end;
  PartOffsets(std::size_t begin, const PartSizes& sizes);
};
struct EntryOffsets {
  explicit EntryOffsets(const EntryHeader& header);
  PartOffsets train, test;
};

/// Header and information, as they stand in the file, for a data set of these sizes.
struct NewEntryStart {
  std::string bytes;
  std::uint64_t file_bytes;  ///< of the whole entry
};
NewEntryStart make_entry_start(std::string_view key, const DatasetInfo& info);

/// Whether a file that begins like that is an entry, damaged or not, and not somebody's own.
bool begins_as_entry(std::string_view beginning);

/// Bytes of header and information, for a header of a file of that size. Throws DamagedEntry when it
/// cannot be one.
std::size_t entry_start_bytes(std::string_view header, std::uint64_t file_bytes);

/// What they say, once their checksum is right and every count is one that fits into the file.
struct EntryStart {
  EntryHeader header;
  std::string key;
  DatasetInfo info;
};
/// `start`: as many bytes as entry_start_bytes() says. Throws DamagedEntry.
EntryStart parse_entry_start(std::string_view start, std::uint64_t file_bytes);

}  // namespace sketchbench
