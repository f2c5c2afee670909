#pragma once
#include <filesystem>

#include <sketchbench/data/read/user_file.hpp>

namespace sketchbench {

/// Whether the file is a .npy, compressed or not, or a .npz.
bool is_numpy(const std::filesystem::path& file);

/// Rows of a .npy, of the only matrix of a .npz, or of a SciPy matrix in a .npz (save_npz of a csr_matrix).
/// Labels are in the file that user.labels names, in the column or the array that user.table.label names, or,
/// of a .npz, in the array "y", "labels" or "target", or the only other array that has one for each row.
/// InputError, with the arrays that there are, where that is not clear. `form`: of the training rows, which
/// may tell the column; null: these are such.
UserData read_numpy_rows(const std::filesystem::path& file, const UserFormat& user, Task task, Index columns,
                         const InputForm* form);

}  // namespace sketchbench
