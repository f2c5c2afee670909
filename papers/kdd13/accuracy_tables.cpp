#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/accuracy/notes.hpp"
#include "experiments/accuracy/table_parts.hpp"
#include "papers/kdd13/tables.hpp"

namespace sketchbench::kdd13 {
namespace {

struct Block {
  const GridEntry* entry;
  Index D;
};

/// In the paper's order, (a), (b), ..., with stand-ins beside what they stand for; all others follow.
std::optional<std::size_t> place_in_paper(const Results& results, const std::string& dataset) {
  return results.paper ? results.paper->place(results.datasets.of(dataset).stands_for) : std::nullopt;
}

std::string number_of_table(const Results& results, const std::string& dataset) {
  const auto place = place_in_paper(results, dataset);
  return place && *place < 26 ? fmt::format("Table 1 ({})", static_cast<char>('a' + *place)) : "";
}

std::vector<Block> blocks_of(const Results& results) {
  std::vector<Block> blocks;
  for (const GridEntry& entry : results.config.grid)
    for (const Index D : feature_counts(entry)) blocks.push_back({&entry, D});
  std::ranges::stable_sort(blocks, {}, [&](const Block& block) {
    return place_in_paper(results, block.entry->dataset.name).value_or(SIZE_MAX);
  });
  return blocks;
}

std::string shape_of(const Record& record) {
  const auto count = [&](const char* key) {
    return with_commas(static_cast<std::int64_t>(number_of(record, std::string("/data/") + key, 0)));
  };
  return fmt::format(": {} training and {} test rows, d = {}", count("n_train"), count("n_test"), count("d"));
}

std::string caption_of(const Results& results, const Block& block, const std::string& title) {
  const Record* record = any_record(results, block.entry->dataset);
  return fmt::format("{}{}{}", title, record == nullptr ? "" : shape_of(*record),
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
    for (const Summary* method : methods) table.columns.push_back({method_heading(*method), false});
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
    table.number = number_of_table(results, block.entry->dataset.name);
    table.caption = caption_of(results, block,
                               shown.empty() ? results.datasets.of(block.entry->dataset.name).title
                                             : shown.front()->dataset_title());
    if (const std::string remark = data_remark(results, block.entry->dataset); !remark.empty())
      table.remarks.push_back(remark);
    finish_comparison(table, results, shown, explanations);
    // Unavailable data are named once, in the notes, not in every cell.
    if (all_skipped(shown)) {
      table.columns.clear();
      table.rows.clear();
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace sketchbench::kdd13
