#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench predict MODEL DATA [OUT]: what a model of sketchbench train tells of other rows, and how good
/// that is where the rows have labels.
void add_predict_command(CLI::App& app);

}  // namespace sketchbench
