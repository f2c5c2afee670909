#include <sketchbench/cli/commands.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/cli/options/data_options.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/record/store.hpp>
#include <sketchbench/report/comparison/comparison_document.hpp>
#include <sketchbench/report/document/render_markdown.hpp>

namespace sketchbench {
namespace {

struct CompareOptions {
  std::filesystem::path a, b;
  std::vector<std::string> configs, only;
  std::string method_a, method_b;
  std::string format = "term";
  DataOptions data;
  Color color = Color::automatic;
  bool quick = false, fail = false;
};

void require_folder(const std::filesystem::path& folder) {
  std::error_code unknown;
  if (!std::filesystem::is_directory(folder, unknown))
    throw InputError(fmt::format("{}: there is no such folder, expected one of results", folder.string()));
}

ComparisonRequest request_of(const CompareOptions& options) {
  if (options.method_a.empty() != options.method_b.empty())
    throw InputError("--method-a and --method-b: only one of them is given, expected both or none");
  ComparisonRequest request{.method_a = options.method_a, .method_b = options.method_b};
  request.configs = read_configs({options.configs.begin(), options.configs.end()}, options.quick);
  for (const std::string& text : options.only) request.filters.push_back(parse_filter(text));
  return request;
}

void print_comparison(const FolderComparison& comparison, const CompareOptions& options) {
  const std::string& format = options.format;
  if (format == "csv")
    print_contents(comparison_csv(comparison));
  else if (format == "json")
    print_contents(json_text(comparison_json(comparison), 1) + "\n");
  else if (format == "md" || format == "markdown")
    print_contents(render_markdown(comparison_document(comparison)));
  else
    print_document(comparison_document(comparison), wants_color(options.color));
}

void compare_folders(const CompareOptions& options) {
  const ComparisonRequest request = request_of(options);
  for (const std::filesystem::path& folder : {options.a, options.b}) require_folder(folder);
  const Store a(options.a), b(options.b);
  const ManifestFacts datasets(options.data.paths(files_of(request.configs)));
  const FolderComparison comparison =
      compare(pair_runs(a, b, datasets, request), options.a.string(), options.b.string());
  print_comparison(comparison, options);
  if (!options.fail) return;
  if (comparison.family == 0) print_text("--fail: no result has a number that could be judged\n", stderr);
  if (comparison.family == 0 || comparison.differs()) throw ExitWith{ExitCode::failed};
}

}  // namespace

void add_compare_command(CLI::App& app) {
  const auto options = std::make_shared<CompareOptions>();
  CLI::App* command =
      app.add_subcommand("compare", "set two results folders side by side, with intervals and verdicts");
  command->add_option("A", options->a, "a folder of results")->required();
  command->add_option("B", options->b, "another one; differences are B less A")->required();
  command->add_option("--config", options->configs, "only the cells of these configurations")
      ->type_name("CONFIG");
  command
      ->add_option("--only", options->only,
                   "only some cells; may stand several times, and then all must hold")
      ->type_name("KEY=VALUE[,VALUE]...")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  command
      ->add_option("--method-a", options->method_a,
                   "a method of A against --method-b of B, on the same data sets, kernels and D; A and B may "
                   "be one folder")
      ->type_name("METHOD");
  command->add_option("--method-b", options->method_b, "see --method-a")->type_name("METHOD");
  command->add_option("--format", options->format, "term, markdown (or md), csv or json")
      ->check(CLI::IsMember({"term", "markdown", "md", "csv", "json"}))
      ->capture_default_str();
  add_report_options(*command, options->data);
  command->add_flag("--quick", options->quick, "the quick runs of the configurations");
  command->add_flag(
      "--fail", options->fail,
      "exit with 1 when a number, or a method over data sets, differs significantly, or no number can be "
      "judged; times do not count");
  add_color_option(*command, options->color);
  set_help_footer(
      *command,
      "Over the results that both folders have: differences with intervals and verdicts, tests over data\n"
      "sets and average ranks, and times where the processors agree.\n");
  command->callback([options] { compare_folders(*options); });
}

}  // namespace sketchbench
