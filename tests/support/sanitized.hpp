#pragma once

namespace sketchbench::testing_support {

/// Whether this is a build with a sanitizer, which takes memory and signals for itself. GCC says so by
/// macros, Clang by features.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
inline constexpr bool is_sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool is_sanitized = false;
#endif

}  // namespace sketchbench::testing_support
