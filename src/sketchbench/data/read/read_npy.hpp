#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// An array of NumPy's, of one or two dimensions: rows x columns, row by row, in double precision.
struct NpyArray {
  Index rows = 0, columns = 1;
  bool is_matrix = false;  ///< of two dimensions
  std::vector<double> values;
};

/// What a .npz holds, by the names of the arrays.
struct NpzArrays {
  std::map<std::string, NpyArray> arrays;
  std::map<std::string, std::string> texts;   ///< bytes of those without dimensions, such as SciPy's "format"
  std::map<std::string, std::string> others;  ///< what is not read, by its name, and why: "the array's ..."

  /// For messages: "X (150 x 4), y (150)".
  std::string summary() const;
};

/// Whether a file that begins so is one.
bool is_npy(std::string_view beginning);

/// Reads a .npy file of integers, booleans or floating-point numbers of either byte order and either order of
/// values, compressed or not. InputError for other types, for more dimensions, for a file that is cut short
/// or too long, and, with row and column from 1, for a value that is not finite.
NpyArray read_npy(const std::filesystem::path& file);

/// Whether the file is an archive of NumPy arrays, as the names of its files tell.
bool is_npz(const std::filesystem::path& file);

/// Reads all arrays of a .npz, as numpy.savez and savez_compressed write it; InputError as read_npy().
NpzArrays read_npz(const std::filesystem::path& file);

}  // namespace sketchbench
