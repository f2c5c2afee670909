#include "papers/kdd13/paper.hpp"

namespace sketchbench::kdd13 {

Paper paper() {
  return {.name = "kdd13",
          .tables = {"table1", "table3"},
          .figures = {"fig1", "fig2a", "fig2b", "fig3", "fig4", "bounds"},
          .fast_tables = {"table1_fast", "table3_fast"},
          .tables_on_generated_data = {"table1_generated", "table3_generated"}};
}

}  // namespace sketchbench::kdd13
