#pragma once
#include <filesystem>
#include <string_view>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// An array of NumPy's, of one or two dimensions: rows x columns, row by row, in double precision.
struct NpyArray {
  Index rows = 0, columns = 1;
  std::vector<double> values;
};

/// Whether a file that begins so is one.
bool is_npy(std::string_view beginning);

/// Reads a .npy file of integers, booleans or floating-point numbers of either byte order and either order of
/// values, compressed or not. InputError for other types, for more dimensions, for a file that is cut short
/// or too long, and, with row and column from 1, for a value that is not finite.
NpyArray read_npy(const std::filesystem::path& file);

}  // namespace sketchbench
