#include <sketchbench/report/quote/quote.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/kernels/kernel_citation.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/report/document/render_markdown.hpp>

namespace sketchbench {
namespace {

using MarkdownLines = std::vector<std::vector<std::string>>;

std::string grid(const MarkdownLines& lines) {
  return markdown_lines(lines, std::vector<std::string>(lines.front().size(), "---"));
}

/// A parameter that several have alike, and who.
using Shared = std::pair<FieldInfo, std::vector<std::string>>;

bool are_alike(const FieldInfo& a, const FieldInfo& b) {
  return a.name == b.name && a.meaning == b.meaning && expected_text(a) == expected_text(b) &&
         default_text(a) == default_text(b);
}

std::string kernels_of(const FeatureMapKind& kind) {
  const std::string families = supported_families(kind.supports);
  return families == supported_families(nullptr) ? "every" : families;
}

}  // namespace

std::string parameters_text(const std::string& whose) {
  std::vector<Shared> all;
  const auto add = [&](std::string_view owner, const std::vector<FieldInfo>& parameters) {
    for (const FieldInfo& parameter : parameters) {
      auto known =
          std::ranges::find_if(all, [&](const Shared& one) { return are_alike(one.first, parameter); });
      if (known == all.end()) known = all.insert(known, {parameter, {}});
      known->second.push_back(fmt::format("`{}`", owner));
    }
  };
  if (whose == "maps")
    for (const FeatureMapKind& kind : feature_map_kinds()) add(kind.name, kind.parameters);
  else if (whose == "learners")
    for (const LearnerKind& kind : learner_kinds()) add(kind.type, kind.parameters);
  else if (whose == "kernels")
    for (const Kernel& kernel : Kernel::one_of_each_family()) add(kernel.family(), kernel.parameters());
  else if (whose == "experiments")
    for (const Experiment& experiment : experiments()) add(experiment.name, experiment.parameters);
  else
    fail_unknown("table of parameters of", whose, {"experiments", "kernels", "learners", "maps"});
  MarkdownLines lines = {{"parameter", whose.substr(0, whose.size() - 1), "values", "default", "meaning"}};
  for (const auto& [parameter, owners] : all)
    lines.push_back({fmt::format("`{}`", parameter.name), fmt::format("{}", fmt::join(owners, ", ")),
                     markdown_escaped(expected_text(parameter)),
                     parameter.required ? "" : markdown_escaped(default_text(parameter)),
                     markdown_escaped(parameter.meaning)});
  return grid(lines);
}

std::vector<std::vector<std::string>> registered(const std::string& what) {
  std::vector<std::vector<std::string>> lines;
  if (what == "maps") {
    lines = {{"method", "kernels", "what it is", "source"}};
    for (const FeatureMapKind& kind : feature_map_kinds())
      lines.push_back({kind.name, kernels_of(kind), kind.summary, kind.citation});
  } else if (what == "learners") {
    lines = {{"learner", "task", "trains on", "what it is", "source"}};
    for (const LearnerKind& kind : learner_kinds()) {
      std::vector<std::string_view> tasks;
      if (!kind.classifiers.empty()) tasks.push_back(name_of(Task::classification));
      if (!kind.regressors.empty()) tasks.push_back(name_of(Task::regression));
      lines.push_back({kind.type, fmt::format("{}", fmt::join(tasks, ", ")),
                       kind.uses_kernel ? "the kernel: " + supported_families(kind.supports) : "features",
                       kind.title, kind.citation});
    }
  } else if (what == "kernels") {
    lines = {{"kernel", "k(x, y)", "sigma by gamma", "parameters", "source"}};
    for (const Kernel& kernel : Kernel::one_of_each_family()) {
      std::vector<std::string> names;
      for (const FieldInfo& parameter : kernel.parameters()) names.push_back(parameter.name);
      lines.push_back({std::string(kernel.family()), std::string(kernel.formula()),
                       kernel.gamma() == nullptr ? "" : kernel.gamma()->sigma_text(),
                       fmt::format("{}", fmt::join(names, ", ")), std::string(citation_of(kernel))});
    }
  } else {
    fail_unknown("list of", what, {"kernels", "learners", "maps"});
  }
  return lines;
}

std::string registered_text(const std::string& what) {
  MarkdownLines lines = registered(what);
  for (std::vector<std::string>& line : lines) {
    const std::string name = line.front();
    std::ranges::transform(line, line.begin(), markdown_escaped);
    if (&line != &lines.front()) line.front() = fmt::format("`{}`", name);
  }
  return grid(lines);
}

}  // namespace sketchbench
