#include "support/thread_starts.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>

namespace {

std::atomic<int> started_threads{0};

}  // namespace

#if !SKETCHBENCH_SANITIZED

// In the place of the library's own, which it calls.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                              void* argument) noexcept {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (create == nullptr) return EAGAIN;
  ++started_threads;
  return create(thread, attributes, run, argument);
}

#endif

namespace sketchbench::testing_support {

ThreadStarts::ThreadStarts() : before_(started_threads) {}

int ThreadStarts::count() const { return started_threads - before_; }

}  // namespace sketchbench::testing_support
