#include "support/allocations.hpp"

#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>

#include "support/sanitized.hpp"

namespace {

std::atomic<std::int64_t> live_bytes{0}, most_bytes{0};

}  // namespace

#if !SKETCHBENCH_SANITIZED  // a sanitizer has an allocator of its own

// glibc's own functions, of which those below take the place.
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* memory);
}

namespace {

void* counted(void* memory) {
  if (memory == nullptr) return nullptr;
  const auto bytes = static_cast<std::int64_t>(malloc_usable_size(memory));
  const std::int64_t now = live_bytes.fetch_add(bytes) + bytes;
  std::int64_t most = most_bytes.load();
  while (now > most && !most_bytes.compare_exchange_weak(most, now)) {
  }
  return memory;
}

void forget(void* memory) {
  if (memory != nullptr) live_bytes -= static_cast<std::int64_t>(malloc_usable_size(memory));
}

}  // namespace

extern "C" {

void* malloc(std::size_t bytes) noexcept { return counted(__libc_malloc(bytes)); }

void* calloc(std::size_t count, std::size_t bytes) noexcept { return counted(__libc_calloc(count, bytes)); }

void* realloc(void* memory, std::size_t bytes) noexcept {
  forget(memory);
  void* const moved = __libc_realloc(memory, bytes);
  if (moved == nullptr && bytes > 0) return counted(memory), nullptr;  // the old memory is still there
  return counted(moved);
}

void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  return counted(__libc_memalign(alignment, bytes));
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return counted(__libc_memalign(alignment, bytes));
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) noexcept {
  *memory = counted(__libc_memalign(alignment, bytes));
  return *memory == nullptr ? ENOMEM : 0;
}

void free(void* memory) noexcept {
  forget(memory);
  __libc_free(memory);
}
}

#endif

namespace sketchbench::testing_support {

HeapUse::HeapUse() : before_(static_cast<double>(live_bytes)) { most_bytes = live_bytes.load(); }

double HeapUse::held() const { return static_cast<double>(live_bytes) - before_; }

double HeapUse::peak() const { return static_cast<double>(most_bytes) - before_; }

}  // namespace sketchbench::testing_support
