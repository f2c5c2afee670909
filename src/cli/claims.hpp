#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench claims [PAPER]: what was measured of each claim of a paper, from records alone, with a
/// verdict. Exit code 1 when one that was committed as one that holds no longer does.
void add_claims_command(CLI::App& app);

}  // namespace sketchbench
