#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench merge A B... --into C: the records of several results folders in one.
void add_merge_command(CLI::App& app);

}  // namespace sketchbench
