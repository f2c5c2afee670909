#include "papers/kdd13/forms.hpp"
#include "papers/kdd13/sampling_measure_figure.hpp"
#include "papers/paper_list.hpp"

namespace sketchbench {
namespace {

/// What no kind of table or figure can say.
void add_own_forms(Paper& paper) {
  if (paper.name != "kdd13") return;
  paper.forms = kdd13::forms();
  paper.overview = [](const SummaryPointers& rows) -> std::vector<Figure> {
    return {kdd13::sampling_measure_figure(rows)};
  };
}

}  // namespace

const std::vector<Paper>& papers() {
  static const std::vector<Paper> all = [] {
    std::vector<Paper> listed = read_papers(papers_json);
    for (Paper& paper : listed) add_own_forms(paper);
    return listed;
  }();
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
