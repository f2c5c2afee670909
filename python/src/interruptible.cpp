#include "interruptible.hpp"

#include <nanobind/nanobind.h>

#include <sys/types.h>
#include <unistd.h>
#ifdef __APPLE__
#include <pthread.h>
#else
#include <sys/syscall.h>
#endif

#include <chrono>
#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <optional>
#include <stop_token>
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

/// Python ends threads of its own that want the interpreter once it is going down, in a way that no C++ frame
/// survives. So from then on computations are asked to stop, and their threads stay outside. Main threads,
/// which wait for no other, are not counted.
class Interpreter {
 public:
  /// One for the process, which outlives all threads.
  static Interpreter& instance() {
    static Interpreter& all = *new Interpreter;
    return all;
  }

  class Call {
   public:
    explicit Call(std::stop_source stop) {
      const std::lock_guard lock(instance().mutex_);
      at_ = instance().running_.insert(instance().running_.end(), std::move(stop));
      if (instance().going_down_) at_->request_stop();
    }
    /// Before the interpreter is asked for; does not return once it goes down.
    void come_back() {
      std::unique_lock lock(instance().mutex_);
      instance().running_.erase(at_);
      instance().changed_.notify_all();
      instance().changed_.wait(lock, [] { return !instance().going_down_; });
      ++instance().coming_back_;
    }
    /// Once it is there.
    static void is_back() {
      const std::lock_guard lock(instance().mutex_);
      --instance().coming_back_;
      instance().changed_.notify_all();
    }

   private:
    std::list<std::stop_source>::iterator at_;
  };

  /// Of a process that was forked off, no other thread is there.
  bool is_of_this_process() const { return process_ == getpid(); }

  void go_down() {
    if (!is_of_this_process()) return;
    const nb::gil_scoped_release release;
    std::unique_lock lock(mutex_);
    going_down_ = true;
    for (std::stop_source& stop : running_) stop.request_stop();
    changed_.wait(lock, [&] { return running_.empty() && coming_back_ == 0; });
  }

 private:
  const pid_t process_ = getpid();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::stop_source> running_;
  int coming_back_ = 0;
  bool going_down_ = false;
};

/// Signals are handled there alone. The system is asked, since Python's own functions are places where Python
/// ends threads.
bool is_main_thread() {
#ifdef __APPLE__
  return pthread_main_np() != 0;
#else
  return syscall(SYS_gettid) == getpid();
#endif
}

/// Whether Python's handlers of signals that came meanwhile have raised anything.
bool signal_raised() {
  const nb::gil_scoped_acquire gil;
  return PyErr_CheckSignals() != 0;
}

}  // namespace

void run_interruptibly(const std::function<void()>& work) {
  Progress progress;
  const bool is_main = is_main_thread();
  const bool is_counted = !is_main && Interpreter::instance().is_of_this_process();
  bool interrupted = false;
  {
    const nb::gil_scoped_release release;
    std::optional<Interpreter::Call> call;
    {
      std::jthread worker([&](std::stop_token asked) { work_and_tell(work, std::move(asked), progress); });
      if (is_counted) call.emplace(worker.get_stop_source());
      std::unique_lock lock(progress.mutex);
      if (!is_main) progress.ended.wait(lock, [&] { return progress.done; });
      while (!interrupted && !progress.ended.wait_for(lock, between_looks, [&] { return progress.done; })) {
        lock.unlock();
        interrupted = signal_raised();
        lock.lock();
      }
    }  // the worker is asked to stop, if it still runs, and waited for
    if (call) call->come_back();
  }
  if (is_counted) Interpreter::Call::is_back();
  if (interrupted) throw nb::python_error();
  if (progress.failure) std::rethrow_exception(progress.failure);
}

void stop_when_the_interpreter_ends() {
  nb::module_::import_("atexit").attr("register")(
      nb::cpp_function([] { Interpreter::instance().go_down(); }));
}

}  // namespace sketchbench::python
