#include <CLI/CLI.hpp>
#include <memory>

#include <sketchbench/cli/commands.hpp>
#include <sketchbench/cli/options/folder_option.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/results_folder.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/record/sqlite_export.hpp>

namespace sketchbench {

void add_export_command(CLI::App& app) {
  struct State {
    std::filesystem::path results = default_results;
    std::string sqlite;
  };
  const auto state = std::make_shared<State>();
  CLI::App* command = app.add_subcommand("export", "write the records as a database for other tools");
  command->add_option("--sqlite", state->sqlite, "an SQLite database, which replaces an older one")
      ->required();
  add_folder_option(*command, "--results", "the folder of records", state->results);
  set_help_footer(*command);
  command->callback([state] {
    if (state->sqlite.empty()) throw InputError("--sqlite \"\" is no name of a file");
    const Store store(state->results);
    require_results(store, {});
    const Store::Loaded loaded = store.load_all();
    for (const std::string& warning : loaded.warnings) complain(warning);
    const std::size_t numbers = export_sqlite(loaded.records, state->sqlite);
    say("{}: {} and {}\n", state->sqlite, plural(std::ssize(loaded.records), "cell"),
        plural(static_cast<std::int64_t>(numbers), "quantity", "quantities"));
  });
}

}  // namespace sketchbench
