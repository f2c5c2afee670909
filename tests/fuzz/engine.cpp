// libFuzzer's side of a target; FUZZ_RUN is its function. A broken promise ends the process as any other
// exception does that nobody catches, and libFuzzer keeps the input.
#include <cstddef>
#include <cstdint>

#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sketchbench::fuzz::FUZZ_RUN({reinterpret_cast<const char*>(data), size});
  return 0;
}
