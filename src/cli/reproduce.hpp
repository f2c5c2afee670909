#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench reproduce [tables|figures|all]: runs what the paper's tables and figures need, writes both
/// into results/<config>/ and prints the tables; "all" adds the overview of all accuracy results. All of a
/// paper ends with its claims, where it has any.
void add_reproduce_command(CLI::App& app);

}  // namespace sketchbench
