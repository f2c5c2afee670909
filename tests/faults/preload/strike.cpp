#include "faults/preload/strike.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace sketchbench::faults {
namespace {

FaultPlan* map_plan() {
  const char* file = std::getenv(plan_variable);
  if (file == nullptr) return nullptr;
  const int descriptor = ::open(file, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  void* address = ::mmap(nullptr, sizeof(FaultPlan), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  ::close(descriptor);
  return address == MAP_FAILED ? nullptr : static_cast<FaultPlan*>(address);
}

bool is_in(const char* folder, const char* path) {
  const std::size_t bytes = std::strlen(folder);
  return std::strncmp(folder, path, bytes) == 0 && (path[bytes] == '/' || path[bytes] == '\0');
}

/// The system itself sends the signal, whatever the process is doing by then.
void kill_self_after(std::uint32_t microseconds) {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGKILL;
  timer_t timer{};
  itimerspec due{};
  due.it_value.tv_sec = microseconds / 1'000'000;
  due.it_value.tv_nsec = 1'000L * (microseconds % 1'000'000);
  if (::timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) ::timer_settime(timer, 0, &due, nullptr);
}

Verdict strike(const FaultPlan& plan) {
  const pid_t parent = ::getppid();
  switch (plan.action) {
    case Action::fail:
      return Verdict::fail;
    case Action::cut_short:
      return Verdict::cut_short;
    case Action::bad_sector:
      return Verdict::bad_sector;
    case Action::kill_self:
      if (plan.delay_us > 0)
        kill_self_after(plan.delay_us);
      else
        ::kill(::getpid(), SIGKILL);
      break;
    case Action::kill_parent:
      ::kill(parent == plan.test ? ::getpid() : parent, SIGKILL);
      break;
    case Action::kill_both:
      if (parent != plan.test) ::kill(parent, SIGKILL);
      ::kill(::getpid(), SIGKILL);
      break;
  }
  return Verdict::perform;
}

/// While it is being set up, calls are none of ours: setting up makes calls as well.
thread_local bool setting_up = false;

}  // namespace

FaultPlan* fault_plan() {
  if (setting_up) return nullptr;
  static FaultPlan* const plan = [] {
    setting_up = true;
    FaultPlan* mapped = map_plan();
    setting_up = false;
    return mapped;
  }();
  return plan;
}

bool is_counted(CallKind kind, const char* path) {
  const FaultPlan* plan = fault_plan();
  if (plan == nullptr || (plan->kinds & bit(kind)) == 0) return false;
  return kind == CallKind::message || kind == CallKind::allocate || is_in(plan->folder, path);
}

Verdict judge(CallKind kind, const char* path) {
  if (!is_counted(kind, path)) return Verdict::leave_alone;
  FaultPlan* plan = fault_plan();
  const std::uint64_t call = ++plan->calls;
  if (plan->first == 0 || call < plan->first || call - plan->first >= plan->hits) return Verdict::perform;
  if (plan->struck++ == 0) {
    plan->struck_kind = kind;
    std::snprintf(plan->struck_path, sizeof plan->struck_path, "%s", path);
  }
  std::snprintf(plan->last_struck_path, sizeof plan->last_struck_path, "%s", path);
  return strike(*plan);
}

void note(JournalEntry entry) {
  const FaultPlan* plan = fault_plan();
  if (plan == nullptr || plan->journal[0] == '\0') return;
  const int error = errno;
  entry.process = ::getpid();
  entry.error = entry.result < 0 ? error : 0;
  append_to_journal(plan->journal, entry);
  errno = error;
}

}  // namespace sketchbench::faults
