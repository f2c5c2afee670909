#pragma once
#include <cstdint>
#include <cstring>

#include "core/types.hpp"

namespace sketchbench {

/// Floats in a vector register. Compilers take a longer vector apart in memory.
#ifdef __AVX512F__
inline constexpr Index register_floats = 16;
#else
inline constexpr Index register_floats = 8;
#endif

using Register = float __attribute__((vector_size(4 * register_floats)));
using WordRegister = std::uint32_t __attribute__((vector_size(4 * register_floats)));

inline Register loaded(const float* from) {
  Register v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

inline void store(Register v, float* to) { std::memcpy(to, &v, sizeof v); }

}  // namespace sketchbench
