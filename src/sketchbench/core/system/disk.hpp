#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace sketchbench {

/// What the file system behind a folder has room for.
struct DiskState {
  std::filesystem::path
      folder;             ///< the one that was asked for or, when that is missing, the nearest above it
  double bytes_free = 0;  ///< for this user
  double files_free = 0;  ///< infinity where their number is not limited
};
/// Error when the system does not tell.
DiskState disk_of(const std::filesystem::path& folder);

/// disk_of(folder).bytes_free; unlimited (the largest double) where the system does not tell.
double free_disk_space(const std::filesystem::path& folder);

/// Throws Error, "<what> needs 3.00 GB on the disk of <folder>, 1.00 GB are free", unless `bytes` fit.
void require_disk_space(double bytes, const std::filesystem::path& folder, std::string_view what);

/// "42.0 MB are free, expected at least 1.00 GB"; empty while there is room for a run's records, a data set
/// and some thousand files.
std::string shortage_on(const DiskState& disk);

/// Why no file can be made in the folder (the nearest above it that is there); empty when one can. Makes one
/// and removes it.
std::string why_not_writable(const std::filesystem::path& folder);

}  // namespace sketchbench
