#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench run CONFIG...
void add_run_command(CLI::App& app);

}  // namespace sketchbench
