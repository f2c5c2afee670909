#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench check BASELINE.json
void add_check_command(CLI::App& app);

}  // namespace sketchbench
