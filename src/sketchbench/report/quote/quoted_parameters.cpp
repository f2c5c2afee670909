#include <sketchbench/report/quote/quote.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
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

}  // namespace sketchbench
