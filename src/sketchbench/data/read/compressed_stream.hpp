#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/data/read/byte_stream.hpp>
#include <sketchbench/data/read/decoder.hpp>

namespace sketchbench {

// Files that are packed, as streams of the bytes that were packed, and how many these may be.

/// When the reader of damaged data hears of it.
enum class DamageIsTold {
  at_once,              ///< before the rows of the last 256 KiB before it, which it may have spoilt
  after_what_is_before  ///< for readers that can tell themselves what is spoilt
};

/// Reads a compressed file, member after member. InputError, with the number of bytes, for what follows the
/// last member and is none; for data that are truncated or corrupt; Error for what the system reports.
std::unique_ptr<ByteStream> open_compressed(const std::filesystem::path& file,
                                            std::unique_ptr<Decoder> decoder,
                                            DamageIsTold damage = DamageIsTold::at_once);

/// Reads one file out of a .zip, through libarchive; nothing is ever unpacked to a path of the archive's. An
/// empty `member` stands for the only file there is; a name that two files have is an InputError.
/// Compressions other than none, deflation and bzip2 are refused: some take as much memory as the file says.
std::unique_ptr<ByteStream> open_zip_member(const std::filesystem::path& file, const std::string& member);

/// Reads the files whose names match `pattern`, in which * stands for any text, in one pass; likewise. See
/// for_each_member().
void for_each_zip_member(const std::filesystem::path& file, const std::string& pattern,
                         const std::function<void(const std::string& name, ByteStream& stream)>& read);

/// The names of all files of a .zip, in the order of the archive.
std::vector<std::string> names_in_zip(const std::filesystem::path& file);

/// Whether `text` is `pattern` with some text in place of each *.
bool matches(std::string_view pattern, std::string_view text);

/// Real data unpack to ten times their size, tables of zeros to some hundreds; a file that was made to fill
/// memory or to take for ever, to a million times.
inline constexpr std::int64_t most_expansion = 1000;
/// As much is always allowed.
inline constexpr std::int64_t free_expansion = std::int64_t{1} << 26;

/// InputError, with both sizes, when a file of `packed` bytes has unpacked to more than that.
void require_modest_expansion(std::int64_t unpacked, std::int64_t packed, const std::filesystem::path& name);

}  // namespace sketchbench
