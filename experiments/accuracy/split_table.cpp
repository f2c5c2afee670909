#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/accuracy/tables.hpp"

namespace sketchbench {
namespace {

std::string deviation_text(const std::optional<SplitNoise>& noise) {
  return noise ? fmt::format("{:.2f}", std::sqrt(noise->variance)) : "";
}

std::vector<TableCell> spread_row(const SplitSpread& spread) {
  const Sample sample = sample_of(spread.accuracies);
  const std::string splits = std::ssize(spread.accuracies) == spread.asked
                                 ? std::to_string(spread.asked)
                                 : fmt::format("{}/{}", spread.accuracies.size(), spread.asked);
  return {one_line(spread.dataset_title),
          one_line(spread.kernel.display()),
          one_line(method_short(spread.method_label)),
          one_line(spread.D > 0 ? with_commas(spread.D) : ""),
          one_line(splits),
          one_line(sample.n > 0 ? fmt::format("{:.2f}", sample.mean) : "missing",
                   sample.n > 0 ? Tone::strong : Tone::faint),
          one_line(sample.std ? fmt::format("{:.2f}", *sample.std) : ""),
          one_line(deviation_text(spread.binomial))};
}

}  // namespace

std::optional<Table> split_table(const Results& results) {
  if (!std::ranges::all_of(results.config.grid,
                           [](const GridEntry& entry) { return entry.dataset.split_seed.has_value(); }))
    return std::nullopt;
  Table table;
  table.caption = results.config.title;
  table.remarks = {
      "Accuracy in per cent over random splits, with the same seeds of the map in all of them: mean and "
      "sample standard deviation. Beside it the deviation √(p (1 − p) / n) of a share p of n test rows drawn "
      "at random."};
  table.columns = {
      {{"Data set"}, false}, {{"Kernel"}, false},  {{"Method"}, false},   {{"D"}, true},
      {{"Splits"}, true},    {{"Accuracy"}, true}, {{"Deviation"}, true}, {{"Of the", "test rows"}, true}};
  for (const SplitSpread& spread : split_spreads(pointers_to(results.rows)))
    table.rows.push_back(spread_row(spread));
  return table;
}

}  // namespace sketchbench
