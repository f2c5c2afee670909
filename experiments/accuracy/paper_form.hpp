#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/explanations.hpp>
#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

/// The tables that stand for one section of a paper's numbers, in the paper's own form.
struct PaperForm {
  std::string paper, section;  ///< "kdd13", "table1"
  std::vector<Table> (*tables)(const Results& results, const Explanations& explanations) = nullptr;
};

/// All that there are: papers/registry.cpp, which whoever links this experiment links as well.
const std::vector<PaperForm>& paper_forms();

/// The form of the section that the results are compared with; nullptr where they are shown as one flat
/// table.
const PaperForm* form_of(const Results& results);

}  // namespace sketchbench
