#pragma once
#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <string_view>

#include <sketchbench/core/error.hpp>
#include <sketchbench/data/dataset.hpp>

namespace sketchbench::fuzz {

/// A reader has done what it must never do: a finding.
class BrokenPromise : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

inline void require(bool holds, std::string_view what) {
  if (!holds) throw BrokenPromise(std::string(what));
}

/// A refusal must say of which file, and why.
void check_refusal(std::string_view message, const std::filesystem::path& name);

/// Whether `read` accepted what it was given. It may refuse with an InputError that names the file; any other
/// exception is passed on as a finding, an Error among them: nothing but the input can be at fault here.
template <class Read>
bool accepts(const std::filesystem::path& name, Read&& read) {
  try {
    read();
    return true;
  } catch (const BrokenPromise&) {
    throw;
  } catch (const InputError& refusal) {
    check_refusal(refusal.what(), name);
    return false;
  }
}

/// Rows that climb, columns that ascend and are below the dimension, values and labels that are finite.
void check_rows(const LabeledRows& rows);
void check_rows(const LabeledMatrix& rows);

}  // namespace sketchbench::fuzz
