#include <sketchbench/harness/worker/interrupt.hpp>

namespace sketchbench {
namespace {

// A signal handler can reach nothing but a variable of static storage.
volatile std::sig_atomic_t signal_seen = 0;

void note_signal(int) { signal_seen = 1; }

/// What is ignored stays so: nohup and shells say by that that a process is to go on.
void note_unless_ignored(int signal, struct sigaction& before) {
  ::sigaction(signal, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = note_signal;
  sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  signal_seen = 0;
  note_unless_ignored(SIGINT, old_interrupt_);
  note_unless_ignored(SIGTERM, old_terminate_);
}

InterruptGuard::~InterruptGuard() {
  ::sigaction(SIGINT, &old_interrupt_, nullptr);
  ::sigaction(SIGTERM, &old_terminate_, nullptr);
}

bool InterruptGuard::interrupted() { return signal_seen != 0; }

}  // namespace sketchbench
