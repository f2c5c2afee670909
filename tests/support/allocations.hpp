#pragma once
#include "support/sanitized.hpp"

namespace sketchbench::testing_support {

/// Whether this program counts what it allocates: allocations.cpp is linked, and no sanitizer, which has an
/// allocator of its own, is.
inline constexpr bool counts_allocations = !is_sanitized;

/// Bytes of the heap since its construction, in all threads, whoever asks for them: malloc, new, libraries.
class HeapUse {
 public:
  HeapUse();
  double held() const;  ///< more now than at the beginning
  double peak() const;  ///< the most there was at any time, above the beginning
 private:
  double before_;
};

}  // namespace sketchbench::testing_support
