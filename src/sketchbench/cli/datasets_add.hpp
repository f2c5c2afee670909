#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// "datasets add FILE": a manifest of a file of the user's own beside it, and a configuration that compares
/// maps on it.
void add_datasets_add(CLI::App& datasets);

}  // namespace sketchbench
