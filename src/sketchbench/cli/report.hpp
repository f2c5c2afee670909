#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench report [CONFIG...]
void add_report_command(CLI::App& app);

}  // namespace sketchbench
