#pragma once
#include <functional>

namespace sketchbench::python {

/// Runs `work` on a thread of its own, with the GIL released, while the calling thread looks for signals: a
/// Ctrl-C asks the work to stop (core/stop.hpp), waits for it and becomes KeyboardInterrupt. What the work
/// throws is thrown here. `work` must not touch Python.
void run_interruptibly(const std::function<void()>& work);

/// From now on the interpreter, when it ends, first asks the work of threads that it does not wait for
/// (daemon threads) to stop, and waits for that. These threads then stay where they are.
void stop_when_the_interpreter_ends();

}  // namespace sketchbench::python
