#pragma once
#include <type_traits>
#include <utility>

namespace sketchbench {

/// body(0), ..., body(n - 1), with numbers that are constants. For short loops over arrays that are to stay
/// in registers: compilers unroll a loop too late for that, or not at all.
template <int n, class Body>
[[gnu::always_inline]] inline void unrolled(const Body& body) {
  [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
    (body(std::integral_constant<int, i>()), ...);
  }
  (std::make_integer_sequence<int, n>());
}

}  // namespace sketchbench
