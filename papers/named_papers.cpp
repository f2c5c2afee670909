#include "papers/named_papers.hpp"

#include <filesystem>

#include <sketchbench/core/system/shipped.hpp>
#include <sketchbench/harness/results_layout.hpp>
#include "papers/paper.hpp"

namespace sketchbench {
namespace {

bool is_of(const Paper& paper, std::string name) {
  if (name.ends_with(quick_ending)) name.resize(name.size() - std::string_view(quick_ending).size());
  if (name == std::string(claims_prefix) + paper.name) return true;
  std::error_code unknown;
  return std::filesystem::exists(find_resource("papers/" + paper.name + "/" + name + ".json"), unknown);
}

}  // namespace

void name_paper(Report& report) {
  for (const Paper& paper : papers())
    if (is_of(paper, report.config.name)) {
      report.paper = paper.name;
      for (Figure& figure : report.figures) bring_to_front(figure, paper.methods);
    }
}

}  // namespace sketchbench
