#pragma once
#include <cstdint>
#include <filesystem>

namespace sketchbench {

/// Real data unpack to ten times their size, tables of zeros to some hundreds; a file that was made to fill
/// memory or to take for ever, to a million times.
inline constexpr std::int64_t most_expansion = 1000;
/// As much is always allowed.
inline constexpr std::int64_t free_expansion = std::int64_t{1} << 26;

/// InputError, with both sizes, when a file of `packed` bytes has unpacked to more than that.
void require_modest_expansion(std::int64_t unpacked, std::int64_t packed, const std::filesystem::path& name);

}  // namespace sketchbench
