#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// The hidden subcommand that worker processes run (harness/worker.hpp).
void add_worker_command(CLI::App& app);

}  // namespace sketchbench
