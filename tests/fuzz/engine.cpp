// libFuzzer's side of a target; FUZZ_TARGET is its name. A broken promise ends the process as any other exception does
// that nobody catches, and libFuzzer keeps the input.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sketchbench::fuzz;
  static const Target& target = *std::find_if(targets().begin(), targets().end(),
                                              [](const Target& one) { return one.name == FUZZ_TARGET; });
  target.run({reinterpret_cast<const char*>(data), size});
  return 0;
}
