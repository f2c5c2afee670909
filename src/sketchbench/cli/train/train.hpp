#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench train [--map NAME|SPEC.json ...] --learner NAME ... DATA MODEL: a model of the user's own
/// data, in a file for sketchbench predict. Options with several values make a grid, of which --folds chooses
/// the best.
void add_train_command(CLI::App& app);

}  // namespace sketchbench
