#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench compare A B: two results folders side by side.
void add_compare_command(CLI::App& app);

}  // namespace sketchbench
