#pragma once
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sketchbench {

/// Something went wrong while working (a full disk, a library that gave up). Exit code 1.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What the user gave is wrong: the command line, a configuration, a data file. Exit code 2.
/// The message names the place, the value and what was expected.
class InputError : public Error {
 public:
  using Error::Error;
};

/// "file:line: message"; line 0 stands for the file as a whole.
[[noreturn]] void fail_input(const std::filesystem::path& file, long line, std::string_view message);

/// An Error that ends in the system's own words for `error_number` (errno).
[[noreturn]] void fail_system(std::string_view action, const std::filesystem::path& file, int error_number);

}  // namespace sketchbench
