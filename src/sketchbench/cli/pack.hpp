#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench pack: the finished records of a configuration into one compressed file, and out of it again.
void add_pack_command(CLI::App& app);

}  // namespace sketchbench
