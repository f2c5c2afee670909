#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench reproduce [tables|figures|all]: runs what the paper's tables and figures need, writes both
/// into results/<config>/ and prints the tables; "all" adds the overview of all accuracy results.
void add_reproduce_command(CLI::App& app);

}  // namespace sketchbench
