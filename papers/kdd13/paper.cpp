#include "papers/kdd13/paper.hpp"

#include "papers/kdd13/claims/measures.hpp"
#include "papers/kdd13/forms.hpp"
#include "papers/kdd13/sampling_measure_figure.hpp"

namespace sketchbench::kdd13 {

Paper paper() {
  return {
      .name = "kdd13",
      .title = "the Tensor Sketching paper",
      .citation = "Pham and Pagh, Fast and Scalable Polynomial Kernels via Explicit Feature Maps, KDD 2013",
      .tables = {"table1", "table3"},
      .figures = {"fig1", "fig2a", "fig2b", "fig2_columns", "fig3", "fig3_fast", "fig4", "bounds",
                  "low_terms", "solver_changes"},
      .fast_tables = {"table1_fast", "table3_fast"},
      .tables_on_generated_data = {"table1_generated", "table3_generated"},
      .forms = forms(),
      .overview = [](const SummaryPointers& rows) -> std::vector<Figure> {
        return {sampling_measure_figure(rows)};
      },
      .claim_measures = claim_measures()};
}

}  // namespace sketchbench::kdd13
