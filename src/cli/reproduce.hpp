#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench reproduce [tables|figures|all|tefm|kpca], the words of papers(): runs what a paper's tables
/// and figures need, writes both into results/<config>/ and prints the tables; "all" adds the overview of all
/// accuracy results, "tefm" and "kpca" are all of the second and the third paper. All of a paper ends with
/// its claims, where it has any.
void add_reproduce_command(CLI::App& app);

}  // namespace sketchbench
