#include "experiments/accuracy/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/text.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/accuracy/table_parts.hpp"

namespace sketchbench {

namespace {

const Summary* counterpart(const Summary& row, const Results& others) {
  const auto found = std::find_if(others.rows.begin(), others.rows.end(), [&](const Summary& other) {
    return other.runs() > 0 && other.dataset == row.dataset && other.kernel == row.kernel &&
           defining_map(other.method) == defining_map(row.method) && other.D == row.D;
  });
  return found == others.rows.end() ? nullptr : &*found;
}

std::string marked_time(const Summary& row) { return time_text(row.total_s.mean) + time_marks(row); }

std::vector<TableCell> row_of(const Summary& ours, const Summary& theirs) {
  const bool comparable = ours.total_s.mean > 0 && of_one_processor({&ours, &theirs});
  const double factor = comparable ? theirs.total_s.mean / ours.total_s.mean : 0;
  return {one_line(ours.dataset_title(), Tone::strong),
          one_line(ours.kernel.display()),
          one_line(method_short(defining_map(ours.method))),
          one_line(percent_text(theirs.accuracy)),
          number_cell(percent_text(ours.accuracy), ours),
          one_line(points_text(ours.accuracy.mean - theirs.accuracy.mean)),
          one_line(marked_time(theirs)),
          number_cell(marked_time(ours), ours),
          one_line(factor > 0 ? times_text(factor) : "", Tone::strong)};
}

/// "LIBLINEAR", or "LIBLINEAR and LIBSVM".
std::string learners_of(const Results& results) {
  std::vector<std::string> titles;
  for (const Summary& row : results.rows)
    if (std::string title = learner_title(row.learner);
        std::find(titles.begin(), titles.end(), title) == titles.end())
      titles.push_back(std::move(title));
  return fmt::format("{}", fmt::join(titles, " and "));
}

}  // namespace

std::optional<Table> beside_table(const Results& results, const Results& others) {
  Table table;
  table.caption = fmt::format("Comparison with {}: {} there, {} here", others.config.name,
                              learners_of(others), learners_of(results));
  table.remarks = {
      "Accuracy in per cent, its difference in percentage points; CPU time for features and "
      "training, and how many times shorter it is here."};
  table.columns = {{{"Data set"}, false},         {{"Kernel"}, false},          {{"Method"}, false},
                   {{"Accuracy", "there"}, true}, {{"Accuracy", "here"}, true}, {{"Difference"}, true},
                   {{"Time", "there"}, true},     {{"Time", "here"}, true},     {{"Speed-up"}, true}};
  Provenance times;
  for (const Summary& row : results.rows)
    if (const Summary* other = row.runs() > 0 ? counterpart(row, others) : nullptr) {
      table.rows.push_back(row_of(row, *other));
      times.add(*other, method_short(*other) + " there");
      times.add(row, method_short(row) + " here");
    }
  table.notes = process_notes(pointers_to(results.rows));
  for (std::string& line : times.lines()) table.notes.push_back(std::move(line));
  if (table.rows.empty()) return std::nullopt;
  return table;
}

namespace {

std::string deviation_text(const std::optional<SplitNoise>& noise) {
  return noise ? fmt::format("{:.2f}", std::sqrt(noise->variance)) : "";
}

std::vector<TableCell> spread_row(const SplitSpread& spread) {
  const Sample sample = sample_of(spread.means());
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
          one_line(deviation_text(spread.noise())),
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
      "Accuracy in per cent over random splits: the mean of the splits' means over the seeds of the map, and "
      "the deviation of these. Maps are the same on every split, so that what they scatter is not in it. "
      "Beside it the deviation √(p (1 − p) / n) of a share p of n test rows drawn at random."};
  table.columns = {{{"Data set"}, false},       {{"Kernel"}, false},
                   {{"Method"}, false},         {{"D"}, true},
                   {{"Splits"}, true},          {{"Accuracy"}, true},
                   {{"Of the", "split"}, true}, {{"Of the", "test rows"}, true}};
  for (const SplitSpread& spread : split_spreads(pointers_to(results.rows)))
    table.rows.push_back(spread_row(spread));
  return table;
}

}  // namespace sketchbench
