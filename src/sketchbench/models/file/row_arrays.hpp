#pragma once
#include <string>

#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/models/file/array_file.hpp>

namespace sketchbench {

// Rows in a file are the arrays NAME.shape (rows, columns), NAME.value and, where they are sparse, NAME.start
// and NAME.column, as CsrMatrix has them.

void put_rows(const Rows& rows, const std::string& name, ArrayFile& to);

bool has_rows(const ArrayFile& file, const std::string& name);

/// Takes them out of the file's arrays. InputError for rows that cannot be: columns that do not ascend,
/// values that are not finite, numbers that do not fit.
OwnedRows take_rows(ArrayFile& file, const std::string& name);

/// Takes an array out; InputError where there is none of that name and kind.
template <class Number>
std::vector<Number> take_numbers(ArrayFile& file, const std::string& name);

}  // namespace sketchbench
