#include "experiments/accuracy/paper_form.hpp"

namespace sketchbench {

const PaperForm* form_of(const Results& results) {
  // What is drawn has too many Ds for a table of the paper's form.
  if (!results.paper || !results.config.compare_with || results.config.figure) return nullptr;
  for (const PaperForm& form : paper_forms())
    if (form.paper == results.paper->paper() && form.section == results.config.compare_with->section)
      return &form;
  return nullptr;
}

}  // namespace sketchbench
