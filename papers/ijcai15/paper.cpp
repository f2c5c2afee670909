#include "papers/ijcai15/paper.hpp"

#include "papers/ijcai15/claim_measures.hpp"

namespace sketchbench::ijcai15 {

Paper paper() {
  return {.name = "ijcai15",
          .title = "the TEFM paper",
          .citation =
              "Chen, Yang, King and Lyu, Training-Efficient Feature Map for Shift-Invariant Kernels, "
              "IJCAI 2015",
          .alias = "tefm",
          .tables = {"tefm_table1"},
          .figures = {"tefm_fig1", "tefm_fig2", "tefm_fig3", "tefm_counts", "tefm_rates"},
          .claim_measures = claim_measures()};
}

}  // namespace sketchbench::ijcai15
