// maps, learners and kernels: what there is, and with a name what it is.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>

#include <sketchbench/cli/commands.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/parameter_help.hpp>
#include <sketchbench/cli/plain_table.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/kernels/kernel_citation.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/report/quote/quote.hpp>

namespace sketchbench {
namespace {

/// "  source: ...", or nothing.
std::string fact(std::string_view name, std::string_view value) {
  return value.empty() ? "" : fmt::format("  {}: {}\n", name, value);
}

std::string parameters_of(const std::vector<FieldInfo>& parameters) {
  return parameters.empty() ? "" : "  parameters:\n" + parameter_lines(parameters);
}

std::string about_map(const std::string& name) {
  const FeatureMapKind& kind = find_feature_map(name);
  return fmt::format("{}: {}\n", kind.name, kind.summary) + fact("title", kind.title) +
         fact("formula", kind.formula) + fact("kernels", supported_families(kind.supports)) +
         fact("operations a row, as its authors claim", kind.claim) + fact("remark", kind.remark) +
         fact("source", kind.citation) + parameters_of(kind.parameters);
}

std::string about_learner(const std::string& name) {
  const LearnerKind& kind = find_learner(name);
  return fmt::format("{}: {}\n", kind.type, kind.title) + fact("for classes", kind.classifiers) +
         fact("for targets", kind.regressors) +
         fact("trains on",
              kind.uses_kernel ? "the kernel: " + supported_families(kind.supports) : "features") +
         fact("probabilities",
              kind.scores_are_log_odds == nullptr ? "" : "its own, where it is logistic regression") +
         fact("the same problem, faster", kind.faster) + fact("source", kind.citation) +
         parameters_of(kind.parameters);
}

std::string about_kernel(const std::string& name) {
  std::vector<std::string> known;
  for (const Kernel& kernel : Kernel::one_of_each_family()) {
    if (kernel.family() == name)
      return fmt::format("{}: {}\n", name, kernel.formula()) +
             fact("sigma", kernel.gamma() == nullptr ? "" : kernel.gamma()->sigma_text()) +
             fact("source", citation_of(kernel)) + parameters_of(kernel.parameters());
    known.emplace_back(kernel.family());
  }
  fail_unknown("kernel", name, known);
}

/// All columns but the last, the source.
std::string table_of(const std::string& what) {
  std::vector<std::vector<std::string>> rows = registered(what);
  for (std::vector<std::string>& row : rows) row.pop_back();
  return plain_table(rows);
}

void add_list_command(CLI::App& app, const std::string& what, const char* told,
                      std::string (*about)(const std::string& name)) {
  const auto name = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(what, fmt::format("list the {}; with a name, what it is", what));
  command->add_option("NAME", *name, told);
  set_help_footer(*command);
  command->callback([=] { print_text(name->empty() ? table_of(what) : about(*name)); });
}

}  // namespace

void add_maps_command(CLI::App& app) {
  add_list_command(app, "maps", "formula, parameters with ranges and defaults, source", about_map);
}
void add_learners_command(CLI::App& app) {
  add_list_command(app, "learners", "what it trains on, parameters with ranges and defaults, source",
                   about_learner);
}
void add_kernels_command(CLI::App& app) {
  add_list_command(app, "kernels", "formula, parameters with ranges and defaults, source", about_kernel);
}

}  // namespace sketchbench
