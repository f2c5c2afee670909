#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "experiments/accuracy/table_parts.hpp"
#include "experiments/accuracy/tables.hpp"
#include "report/record_fields.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

struct Block {
  const GridEntry* entry;
  Index D;
};

/// The paper's order is (a) Covertype (b) MNIST (c) Adult (d) Gisette; all others follow.
std::size_t place_in_paper(const std::string& dataset) {
  static constexpr std::array<std::string_view, 4> order = {"covertype", "mnist", "adult", "gisette"};
  const auto found = std::find(order.begin(), order.end(), paper_dataset(dataset));
  return static_cast<std::size_t>(found - order.begin());
}

std::string number_of_table(const std::string& dataset) {
  const std::size_t place = place_in_paper(dataset);
  return place < 4 ? fmt::format("Table 1 ({})", static_cast<char>('a' + place)) : "";
}

std::vector<Block> blocks_of(const Results& results) {
  std::vector<Block> blocks;
  for (const GridEntry& entry : results.config.grid)
    for (const Index D : feature_counts(entry)) blocks.push_back({&entry, D});
  std::stable_sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) {
    return place_in_paper(a.entry->dataset.name) < place_in_paper(b.entry->dataset.name);
  });
  return blocks;
}

std::string shape_of(const Record& record) {
  const auto count = [&](const char* key) {
    return with_commas(static_cast<std::int64_t>(number_of(record, std::string("/data/") + key, 0)));
  };
  return fmt::format(": {} training and {} test rows, d = {}", count("n_train"), count("n_test"), count("d"));
}

std::string caption_of(const Results& results, const Block& block, const std::string& label) {
  const Record* record = any_record(results, block.entry->dataset);
  return fmt::format("{}{}{}", dataset_title(label), record == nullptr ? "" : shape_of(*record),
                     block.D > 0 ? fmt::format(", D = {}", with_commas(block.D)) : "");
}

bool all_skipped(const std::vector<const Summary*>& rows) {
  return std::all_of(rows.begin(), rows.end(),
                     [](const Summary* row) { return row->status == Status::skipped; });
}

}  // namespace

std::vector<Table> accuracy_tables(const Results& results, const Explanations& explanations) {
  std::vector<Table> tables;
  const std::vector<const Summary*> methods = method_columns(results);
  for (const Block& block : blocks_of(results)) {
    Table table;
    table.columns.push_back({{"Kernel"}, false});
    for (const Summary* method : methods)
      table.columns.push_back({method_heading(method->method_label, method->learner), false});
    std::vector<const Summary*> shown;
    for (const Kernel& kernel : results.config.kernels) {
      std::vector<TableCell> row = {comparison_label(kernel.display())};
      for (const Summary* method : methods) {
        const Summary* found = results.find(block.entry->dataset, kernel, method->method_label, block.D);
        row.push_back(comparison_cell(found));
        if (found != nullptr) shown.push_back(found);
      }
      table.rows.push_back(std::move(row));
    }
    table.number = number_of_table(block.entry->dataset.name);
    table.caption =
        caption_of(results, block, shown.empty() ? block.entry->dataset.name : shown.front()->dataset_label);
    if (const std::string remark = data_remark(results, block.entry->dataset); !remark.empty())
      table.remarks.push_back(remark);
    drop_empty_paper_lines(table, shown);
    // Unavailable data are named once, in the notes, not in every cell.
    if (all_skipped(shown)) {
      table.columns.clear();
      table.rows.clear();
    }
    table.notes = table_notes(pointers_to(shown), explanations);
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace sketchbench
