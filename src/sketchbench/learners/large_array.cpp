#include <sketchbench/learners/large_array.hpp>

#include <fmt/format.h>
#include <sys/mman.h>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

LargeArray::LargeArray(std::size_t count) {
  if (count == 0) return;
  const std::size_t bytes = count * sizeof(float);
  void* memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    throw Error(fmt::format("no memory for a cache of {:.1f} GB", static_cast<double>(bytes) * 1e-9));
  madvise(memory, bytes, MADV_HUGEPAGE);  // a wish
  values_ = {static_cast<float*>(memory), Unmap{bytes}};
}

void LargeArray::Unmap::operator()(float* values) const { munmap(values, bytes); }

}  // namespace sketchbench
