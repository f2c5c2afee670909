#include "cli/failure.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <new>
#include <stdexcept>
#include <system_error>

#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"

namespace sketchbench {
namespace {

std::string out_of_memory() {
  return fmt::format(
      "out of memory{}. Work on less at once: fewer --jobs or --threads, a smaller D, fewer rows "
      "(\"max_train\"); or close other programs",
      free_memory_now());
}

std::string refused_path(const std::filesystem::filesystem_error& error) {
  const std::string second = error.path2().empty() ? "" : fmt::format(" and {}", error.path2().string());
  return fmt::format("cannot use {}{}: {}", error.path1().string(), second, error.code().message());
}

/// A file's error should have been caught where the file is known.
std::string unexpected(const char* what) {
  return fmt::format(
      "an error that the program does not expect ({}); please report it with the command that led here",
      what);
}

}  // namespace

Failure explain(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const InputError& error) {
    return {ExitCode::wrong_input, error.what()};
  } catch (const Error& error) {
    return {ExitCode::failed, error.what()};
  } catch (const std::bad_alloc&) {
    return {ExitCode::failed, out_of_memory()};
  } catch (const std::length_error&) {  // a container that was asked for more than there can be
    return {ExitCode::failed, out_of_memory()};
  } catch (const std::filesystem::filesystem_error& error) {
    return {ExitCode::failed, refused_path(error)};
  } catch (const std::system_error& error) {
    return {ExitCode::failed, fmt::format("the system refuses: {}", error.code().message())};
  } catch (const std::exception& error) {
    return {ExitCode::failed, unexpected(error.what())};
  } catch (...) {
    return {ExitCode::failed, unexpected("of no known kind")};
  }
}

}  // namespace sketchbench
