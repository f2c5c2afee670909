#include "interruptible.hpp"

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include <sketchbench/core/stop.hpp>

namespace sketchbench::python {
namespace {

namespace nb = nanobind;

constexpr std::chrono::milliseconds between_looks{50};

/// What the two threads share.
struct Progress {
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  std::exception_ptr failure;
};

void work_and_tell(const std::function<void()>& work, std::stop_token asked, Progress& progress) {
  std::exception_ptr failure;
  try {
    const StopScope scope(std::move(asked));
    work();
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(progress.mutex);
  progress.failure = failure;
  progress.done = true;
  progress.ended.notify_one();
}

/// Whether Python's handlers of signals that came meanwhile have raised anything.
bool signal_raised() {
  const nb::gil_scoped_acquire gil;
  return PyErr_CheckSignals() != 0;
}

}  // namespace

void run_interruptibly(const std::function<void()>& work) {
  Progress progress;
  bool interrupted = false;
  {
    const nb::gil_scoped_release release;
    const std::jthread worker(
        [&](std::stop_token asked) { work_and_tell(work, std::move(asked), progress); });
    std::unique_lock lock(progress.mutex);
    while (!interrupted && !progress.ended.wait_for(lock, between_looks, [&] { return progress.done; })) {
      lock.unlock();
      interrupted = signal_raised();
      lock.lock();
    }
  }  // the worker is asked to stop, if it still runs, and waited for
  if (interrupted) throw nb::python_error();
  if (progress.failure) std::rethrow_exception(progress.failure);
}

}  // namespace sketchbench::python
