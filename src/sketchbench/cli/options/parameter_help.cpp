#include <sketchbench/cli/options/parameter_help.hpp>

#include <fmt/format.h>

#include <sketchbench/harness/cell/experiment.hpp>

namespace sketchbench {

std::string parameter_lines(const std::vector<FieldInfo>& parameters) {
  std::string lines;
  for (const FieldInfo& parameter : parameters) {
    const std::string usual = default_text(parameter);
    lines +=
        fmt::format("    \"{}\": {}; {}{}\n", parameter.name, parameter.meaning, expected_text(parameter),
                    parameter.required ? " (to be given)"
                    : usual.empty()    ? ""
                                       : fmt::format(" (default {})", usual));
  }
  return lines;
}

std::string about_experiments() {
  std::string text = "Experiments, and what the \"parameters\" of a configuration may say:\n";
  for (const Experiment& experiment : experiments())
    text += fmt::format("  {}{}\n{}", experiment.name, experiment.parameters.empty() ? ": none" : "",
                        parameter_lines(experiment.parameters));
  return text;
}

}  // namespace sketchbench
