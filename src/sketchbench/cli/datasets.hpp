#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench datasets list|fetch|verify|info [NAME...]
void add_datasets_command(CLI::App& app);

}  // namespace sketchbench
