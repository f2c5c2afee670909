#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// `sketchbench completion`: prints what completes its command lines in bash. `app` has every other command.
void add_completion_command(CLI::App& app);

}  // namespace sketchbench
