#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench map --map SPEC.json|NAME ... INPUT OUTPUT: a feature map for the user's own LIBSVM file.
///
/// A specification is {"map": NAME, "D": N, "seed": N, "kernel": FAMILY, "parameters": {...}} with the
/// kernel's parameters ("degree", "coef0", "sigma": a number, or "median", of the training rows); all but
/// "map" may be left out, and the command line takes precedence (read_map_spec).
void add_map_command(CLI::App& app);

}  // namespace sketchbench
