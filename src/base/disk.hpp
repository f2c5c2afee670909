#pragma once
#include <filesystem>
#include <string_view>

namespace sketchbench {

/// Bytes that can still be written where the folder is, or will be: the nearest folder above it that exists
/// counts. Unlimited (the largest double) where the system does not say.
double free_disk_space(const std::filesystem::path& folder);

/// Throws Error, "<what> needs 3.00 GB on the disk of <folder>, 1.00 GB are free", unless `bytes` fit.
void require_disk_space(double bytes, const std::filesystem::path& folder, std::string_view what);

}  // namespace sketchbench
