#include <sketchbench/core/failure.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <new>
#include <stdexcept>
#include <system_error>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

std::string refused_path(const std::filesystem::filesystem_error& error) {
  const std::string second = error.path2().empty() ? "" : fmt::format(" and {}", error.path2().string());
  return fmt::format("cannot use {}{}: {}", error.path1().string(), second, error.code().message());
}

/// A file's error should have been caught where the file is known.
std::string unexpected(const char* what) {
  return fmt::format("unexpected error: {}; please report it with the command that led here", what);
}

std::string without_memory(const std::function<std::string()>& out_of_memory) {
  try {
    return out_of_memory();
  } catch (...) {  // not enough for the numbers either
    return "out of memory";
  }
}

}  // namespace

Failure explain(const std::exception_ptr& exception, const std::function<std::string()>& out_of_memory) {
  try {
    std::rethrow_exception(exception);
  } catch (const InputError& error) {
    return {true, error.what()};
  } catch (const Error& error) {
    return {false, error.what()};
  } catch (const std::bad_alloc&) {
    return {false, without_memory(out_of_memory)};
  } catch (const std::length_error&) {  // a container that was asked for more than there can be
    return {false, without_memory(out_of_memory)};
  } catch (const std::filesystem::filesystem_error& error) {
    return {false, refused_path(error)};
  } catch (const std::system_error& error) {
    return {false, fmt::format("the system refuses: {}", error.code().message())};
  } catch (const std::exception& error) {
    return {false, unexpected(error.what())};
  } catch (...) {
    return {false, unexpected("of no known kind")};
  }
}

}  // namespace sketchbench
