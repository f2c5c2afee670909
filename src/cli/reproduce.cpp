#include "cli/reproduce.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "cli/exit_code.hpp"
#include "cli/run_options.hpp"
#include "harness/store.hpp"
#include "report/render_terminal.hpp"
#include "report/report.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

std::vector<Config> read_configs(const fs::path& folder, const std::vector<std::string>& names, bool quick) {
  std::vector<Config> configs;
  for (const std::string& name : names) {
    Config config = read_config(folder / (name + ".json"));
    configs.push_back(quick ? quick_variant(std::move(config)) : std::move(config));
  }
  return configs;
}

/// True when there was not one data set for any of the configurations.
bool all_skipped(const std::vector<Config>& configs, const Store& store) {
  for (const Config& config : configs)
    if (store.skips(config.name).size() < expand(config).size()) return false;
  return true;
}

void report(const std::vector<Config>& configs, const Store& store) {
  for (const Config& config : configs) {
    const fs::path folder = store.results() / config.name;
    const Report made = make_report(config, store);
    write_tables(made, folder);
    fmt::print("\n{}", render_terminal(made.document, terminal_wants_colour()));
    fmt::print("\nThe same as table.csv, table.md and table.tex in {}\n", folder.string());
  }
}

void reproduce_tables(const fs::path& folder, const RunOptions& options) {
  const Store store(options.results);
  std::vector<Config> configs = read_configs(folder, {"table1", "table3"}, options.quick);
  bool complete = run_configs(configs, options);
  if (!options.dry_run && options.only.empty() && all_skipped(configs, store)) {
    fmt::print(
        "\nNone of the paper's data sets is to be had here (see above). The tables below are made on "
        "generated "
        "data.\n\n");
    configs = read_configs(folder, {"table1_generated", "table3_generated"}, options.quick);
    complete = run_configs(configs, options);
  }
  if (options.dry_run) return;
  report(configs, store);
  if (!complete) throw ExitWith{ExitCode::failed};
}

}  // namespace

void add_reproduce_command(CLI::App& app) {
  struct State {
    RunOptions options;
    std::string what = "tables";
    fs::path configs = "configs";
  };
  const auto state = std::make_shared<State>();
  CLI::App* command =
      app.add_subcommand("reproduce", "Tables 1-3 of the Tensor Sketching paper, ours beside the paper's");
  command->add_option("WHAT", state->what, "what to make")
      ->check(CLI::IsMember({"tables"}))
      ->capture_default_str();
  command->add_flag("--quick", state->options.quick,
                    quick_limits() + ": the same tables within minutes, marked as quick");
  command->add_option("--configs", state->configs, "folder of table1.json and the others")
      ->capture_default_str();
  add_run_options(*command, state->options);
  command->callback([state] { reproduce_tables(state->configs, state->options); });
}

}  // namespace sketchbench
