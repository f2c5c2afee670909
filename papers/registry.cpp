#include "experiments/accuracy/paper_form.hpp"
#include "papers/ijcai15/paper.hpp"
#include "papers/kdd13/paper.hpp"
#include "papers/nips01/paper.hpp"

namespace sketchbench {

const std::vector<Paper>& papers() {
  static const std::vector<Paper> all = {kdd13::paper(), ijcai15::paper(), nips01::paper()};
  return all;
}

const std::vector<PaperForm>& paper_forms() {
  static const std::vector<PaperForm> all = [] {
    std::vector<PaperForm> forms;
    for (const Paper& paper : papers()) forms.insert(forms.end(), paper.forms.begin(), paper.forms.end());
    return forms;
  }();
  return all;
}

}  // namespace sketchbench
