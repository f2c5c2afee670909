#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench reproduce [tables|figures|PAPER|all] (papers/reproduction.hpp): runs what tables and figures
/// need, writes both into results/<config>/ and prints the tables. All of a paper comes with the overview of
/// all accuracy results and the page, and ends with the paper's claims.
void add_reproduce_command(CLI::App& app);

}  // namespace sketchbench
