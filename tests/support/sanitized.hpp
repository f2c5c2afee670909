#pragma once

// 1 in a build with a sanitizer that takes memory and signals for itself. GCC says so by macros, Clang by
// features.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SKETCHBENCH_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SKETCHBENCH_SANITIZED 1
#endif
#endif
#ifndef SKETCHBENCH_SANITIZED
#define SKETCHBENCH_SANITIZED 0
#endif

namespace sketchbench::testing_support {

inline constexpr bool is_sanitized = SKETCHBENCH_SANITIZED != 0;

}  // namespace sketchbench::testing_support
