#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench reproduce [tables]: runs the paper's tables, writes results/<config>/ and prints them.
void add_reproduce_command(CLI::App& app);

}  // namespace sketchbench
