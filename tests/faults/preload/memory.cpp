// Calls that ask for memory. The C library's own names for what it does are called instead of looked up:
// looking up asks for memory itself.
#include <fcntl.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

#include "faults/preload/system.hpp"

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
}

namespace sketchbench::faults {
namespace {

/// Whether this process is the one under attack: the library is loaded into gnuplot as well.
bool is_program() {
  char path[1024];
  const long bytes = ::syscall(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", path, sizeof path - 1);
  if (bytes <= 0) return false;
  path[bytes] = '\0';
  const char* name = std::strrchr(path, '/');
  return name != nullptr && std::strcmp(name, "/sketchbench") == 0;
}

/// Memory is asked for before the environment can be read.
bool armed = false;
__attribute__((constructor)) void arm() {
  const FaultPlan* plan = fault_plan();
  armed = plan != nullptr && (plan->kinds & bit(CallKind::allocate)) != 0 && is_program();
}

bool refused(std::size_t bytes) {
  if (!armed || bytes < fault_plan()->least_bytes) return false;
  if (judge(CallKind::allocate, "") != Verdict::fail) return false;
  errno = ENOMEM;
  return true;
}

void* aligned(std::size_t alignment, std::size_t bytes) {
  return refused(bytes) ? nullptr : __libc_memalign(alignment, bytes);
}

}  // namespace
}  // namespace sketchbench::faults

namespace faults = sketchbench::faults;

extern "C" {

void* malloc(std::size_t bytes) noexcept { return faults::refused(bytes) ? nullptr : __libc_malloc(bytes); }

void* calloc(std::size_t count, std::size_t bytes) noexcept {
  return faults::refused(count * bytes) ? nullptr : __libc_calloc(count, bytes);
}

void* realloc(void* memory, std::size_t bytes) noexcept {
  return faults::refused(bytes) ? nullptr : __libc_realloc(memory, bytes);
}

void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  return faults::aligned(alignment, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return faults::aligned(alignment, bytes);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) noexcept {
  void* const got = faults::aligned(alignment, bytes);
  if (got == nullptr) return ENOMEM;
  *memory = got;
  return 0;
}
}
