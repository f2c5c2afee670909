#include <sketchbench/cli/commands.hpp>

#include <CLI/CLI.hpp>
#include <memory>

#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/cli/options/data_options.hpp>
#include <sketchbench/cli/options/folder_option.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/results_folder.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/report/baseline/baseline_check.hpp>

namespace sketchbench {
namespace {

struct CheckOptions {
  std::filesystem::path baseline;
  std::filesystem::path results = default_results;
  std::filesystem::path config;
  DataOptions data;
  Color color = Color::automatic;
  bool write = false;
};

GuardedResults results_of(const std::filesystem::path& file, const CheckOptions& options) {
  const Config config = read_config(file);
  const Store store(options.results);
  const ReportSources sources(store, options.data.paths({file}));
  require_results(store, {config});
  return guarded_results(config, sources);
}

void write_baseline(const CheckOptions& options) {
  const GuardedResults results =
      results_of(options.config.empty() ? read_baseline(options.baseline).config : options.config, options);
  remove_stale_temporaries(options.baseline.parent_path());
  write_file_atomically(options.baseline, make_baseline(results, options.baseline));
  say("{}: {} numbers written\n", options.baseline.string(), results.rows.size());
}

bool check(const CheckOptions& options) {
  const Baseline baseline = read_baseline(options.baseline);
  const GuardedResults results =
      results_of(options.config.empty() ? baseline.config : options.config, options);
  const std::vector<BaselineCheck> checks = check_baseline(baseline, results);
  print_document(baseline_document(baseline, results, checks), wants_color(options.color));
  return passes(checks);
}

}  // namespace

void add_check_command(CLI::App& app) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "compare results with a baseline; exit 1 if a number has moved");
  command->add_option("BASELINE", options->baseline, "baseline file (JSON)")->required();
  add_folder_option(*command, "--results", "the folder of records", options->results);
  add_report_options(*command, options->data);
  command->add_option("--config", options->config,
                      "the configuration, instead of the one that the baseline names");
  command->add_flag("--write,--update", options->write, "regenerate the baseline from the records");
  add_color_option(*command, options->color);
  set_help_footer(*command);
  command->callback([options] {
    if (options->write)
      write_baseline(*options);
    else if (!check(*options))
      throw ExitWith{ExitCode::failed};
  });
}

}  // namespace sketchbench
