#pragma once
#include <exception>
#include <functional>
#include <string>

namespace sketchbench {

/// What a user reads of an exception that ended some work.
struct Failure {
  bool wrong_input;  ///< InputError: the command line, a configuration or a data file is wrong
  std::string message;
};

/// In the program's own words, also for what comes from libraries: a file that the system refuses is named;
/// for memory that ran out, `out_of_memory` says what is known, or nothing but that where there is no memory
/// left for more.
Failure explain(const std::exception_ptr& exception, const std::function<std::string()>& out_of_memory);

}  // namespace sketchbench
