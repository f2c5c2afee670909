#pragma once
#include <functional>

namespace sketchbench::python {

/// Runs `work` on a thread of its own, with the GIL released, while the calling thread looks for signals: a
/// Ctrl-C asks the work to stop (core/stop.hpp), waits for it and becomes KeyboardInterrupt. What the work
/// throws is thrown here. `work` must not touch Python.
void run_interruptibly(const std::function<void()>& work);

}  // namespace sketchbench::python
