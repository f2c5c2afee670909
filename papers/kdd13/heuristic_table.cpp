#include <fmt/format.h>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/accuracy/notes.hpp"
#include "experiments/accuracy/table_parts.hpp"
#include "papers/kdd13/tables.hpp"

namespace sketchbench::kdd13 {

Table heuristic_table(const Results& results, const Explanations& explanations) {
  Table table;
  const bool one_kernel = results.config.kernels.size() == 1;
  table.number = "Table 3";
  table.caption = fmt::format("Tensor Sketching and Random Maclaurin with the heuristic H0/1{}",
                              one_kernel ? " on " + results.config.kernels.front().display() : "");
  const std::vector<const Summary*> methods = method_columns(results);
  table.columns.push_back({{"Data set"}, false});
  for (const Summary* method : methods) table.columns.push_back({method_heading(*method), false});
  std::vector<const Summary*> shown;
  for (const GridEntry& entry : results.config.grid) {
    if (const std::string remark = data_remark(results, entry.dataset); !remark.empty())
      table.remarks.push_back(fmt::format("{}: {}", results.datasets.of(entry.dataset.name).title, remark));
    for (const Index D : feature_counts(entry)) {
      for (const Kernel& kernel : results.config.kernels) {
        std::vector<TableCell> row = {{}};
        std::string name = results.datasets.of(entry.dataset.name).title;
        for (const Summary* method : methods) {
          const Summary* found = results.find(entry.dataset, kernel, method->method_label, D);
          row.push_back(comparison_cell(found));
          if (found == nullptr) continue;
          shown.push_back(found);
          name = found->dataset_title();
        }
        row.front() = comparison_label(
            fmt::format("{}, D = {}{}", name, with_commas(D), one_kernel ? "" : ", " + kernel.display()));
        table.rows.push_back(std::move(row));
      }
    }
  }
  finish_comparison(table, results, shown, explanations);
  return table;
}

}  // namespace sketchbench::kdd13
