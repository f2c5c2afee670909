#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench doctor: what is damaged, stale or in the way, and with --repair what can be put right.
void add_doctor_command(CLI::App& app);

}  // namespace sketchbench
