#pragma once

namespace CLI {
class App;
}

namespace sketchbench {

/// sketchbench quote FILE...: fills what documents quote with what the records say, or with --check says what
/// differs and ends with 1.
void add_quote_command(CLI::App& app);

}  // namespace sketchbench
