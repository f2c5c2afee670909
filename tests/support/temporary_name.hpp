#pragma once
#include <string>

#include "base/host_identity.hpp"

namespace sketchbench::testing_support {

/// What an AtomicFile of this machine writes on the way to `file`.
inline std::string temporary_of(const std::string& file) {
  return file + "." + host_identity() + "-0123456789abcdef.tmp";
}
/// The same of another machine, whose locks cannot be seen here.
inline std::string foreign_temporary_of(const std::string& file) {
  return file + ".00000000-0123456789abcdef.tmp";
}

}  // namespace sketchbench::testing_support
