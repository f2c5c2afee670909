#include <sketchbench/report/quote/quote.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/report/document/render_markdown.hpp>

namespace sketchbench {
namespace {

/// One line: what several have alike is told once.
struct Line {
  FieldInfo parameter;
  std::vector<std::string> owners;
};

bool are_alike(const FieldInfo& a, const FieldInfo& b) {
  return a.name == b.name && a.meaning == b.meaning && expected_text(a) == expected_text(b) &&
         default_text(a) == default_text(b);
}

class Lines {
 public:
  void add(const std::string& owner, const std::vector<FieldInfo>& parameters) {
    for (const FieldInfo& parameter : parameters) {
      auto known = std::ranges::find_if(
          lines_, [&](const Line& line) { return are_alike(line.parameter, parameter); });
      if (known == lines_.end()) known = lines_.insert(known, {.parameter = parameter, .owners = {}});
      known->owners.push_back(fmt::format("`{}`", owner));
    }
  }

  std::string text(const std::string& whose) const {
    std::string made = fmt::format(
        "| parameter | {} | values | default | meaning |\n| --- | --- | --- | --- | --- |\n", whose);
    for (const auto& [parameter, owners] : lines_)
      made += fmt::format("| `{}` | {} | {} | {} | {} |\n", parameter.name, fmt::join(owners, ", "),
                          markdown_escaped(expected_text(parameter)),
                          parameter.required ? "" : markdown_escaped(default_text(parameter)),
                          markdown_escaped(parameter.meaning));
    return made;
  }

 private:
  std::vector<Line> lines_;
};

std::string kernels_of(const FeatureMapKind& kind) {
  const std::string families = supported_families(kind.supports);
  return families == supported_families(nullptr) ? "every" : families;
}

}  // namespace

std::string parameters_text(const std::string& whose) {
  Lines lines;
  if (whose == "maps")
    for (const FeatureMapKind& kind : feature_map_kinds()) lines.add(kind.name, kind.parameters);
  else if (whose == "learners")
    for (const LearnerKind& kind : learner_kinds()) lines.add(kind.type, kind.parameters);
  else if (whose == "kernels")
    for (const Kernel& kernel : Kernel::one_of_each_family())
      lines.add(std::string(kernel.family()), kernel.parameters());
  else if (whose == "experiments")
    for (const Experiment& experiment : experiments()) lines.add(experiment.name, experiment.parameters);
  else
    fail_unknown("table of parameters of", whose, {"experiments", "kernels", "learners", "maps"});
  return lines.text(whose.substr(0, whose.size() - 1));
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
    lines = {{"kernel", "k(x, y)", "sigma by gamma", "parameters"}};
    for (const Kernel& kernel : Kernel::one_of_each_family()) {
      std::vector<std::string> names;
      for (const FieldInfo& parameter : kernel.parameters()) names.push_back(parameter.name);
      lines.push_back({std::string(kernel.family()), std::string(kernel.formula()),
                       kernel.gamma() == nullptr ? "" : kernel.gamma()->sigma_text(),
                       fmt::format("{}", fmt::join(names, ", "))});
    }
  } else {
    fail_unknown("list of", what, {"kernels", "learners", "maps"});
  }
  return lines;
}

std::string registered_text(const std::string& what) {
  std::string text;
  for (const std::vector<std::string>& line : registered(what)) {
    const bool is_heading = text.empty();
    for (std::size_t j = 0; j < line.size(); ++j) {
      const std::string cell = markdown_escaped(line[j]);
      text += j == 0 && !is_heading ? fmt::format("| `{}` ", line[j]) : fmt::format("| {} ", cell);
    }
    text += "|\n";
    if (!is_heading) continue;
    for (std::size_t j = 0; j < line.size(); ++j) text += "| --- ";
    text += "|\n";
  }
  return text;
}

}  // namespace sketchbench
