#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

// The vector registers of the instruction set that a file is compiled for. Arithmetic on vectors is written
// in this width: GCC takes a wider vector apart, lane by lane and through memory.
#if defined(__AVX512F__)
inline constexpr std::size_t register_bytes = 64;
inline constexpr int register_count = 32;
#elif defined(__AVX2__)
inline constexpr std::size_t register_bytes = 32;
inline constexpr int register_count = 16;
#else
inline constexpr std::size_t register_bytes = 16;
inline constexpr int register_count = 16;
#endif

/// Values of a type in a register.
template <class T>
inline constexpr Index register_lanes = static_cast<Index>(register_bytes / sizeof(T));
inline constexpr Index register_floats = register_lanes<float>;

template <class T>
struct RegisterOf {
  typedef T Type __attribute__((vector_size(register_bytes)));
};
template <class T>
using RegisterFor = typename RegisterOf<T>::Type;
using Register = RegisterFor<float>;
using WordRegister = RegisterFor<std::uint32_t>;

template <class T>
RegisterFor<T> loaded(const T* from) {
  RegisterFor<T> v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

inline void store(Register v, float* to) { std::memcpy(to, &v, sizeof v); }

}  // namespace sketchbench
