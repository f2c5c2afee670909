#include "experiments/accuracy/notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "report/table_cells.hpp"
#include "report/words.hpp"

namespace sketchbench {

using Lines = std::vector<std::string>;

Lines verdict_lines(const Results& results) {
  if (results.config.quick || !has_published_numbers(results)) return {};  // a quick run gets no verdict
  Lines lines = {fmt::format(
      "✓ reproduced: the means differ by at most 0.5 percentage points or three combined standard errors "
      "(the paper's deviation over its {} and ours over our runs). ✗ differs: by more. A verdict is given on "
      "accuracy alone, once all runs are there, and only on all of the paper's own data.",
      plural(static_cast<std::size_t>(results.paper->runs()), "run"))};
  for (const Summary& row : results.rows) {
    if (row.verdict != Verdict::differs) continue;
    const double error = combined_standard_error(row.accuracy, row.paper->accuracy);
    lines.push_back(
        fmt::format("✗ {}: {} against the paper's {}, a difference of {} points; allowed {:.2f} (the "
                    "larger of 0.50 and three standard errors of {:.2f}).",
                    result_name(row), percent_text(row.accuracy), percent_text(row.paper->accuracy),
                    points_text(*row.delta()), allowed_difference(row.accuracy, row.paper->accuracy), error));
  }
  return lines;
}

Lines time_lines(const Results& results) {
  Lines lines = {fmt::format(
      "Times are CPU seconds{}: making the features of the training rows plus training. Loading and "
      "predicting are not in them. The records hold wall-clock time as well.",
      results.paper ? ", as the paper's are" : "")};
  const auto side_by_side = std::count_if(results.rows.begin(), results.rows.end(),
                                          [](const Summary& row) { return row.side_by_side(); });
  if (side_by_side > 0)
    lines.push_back(
        "‖ Taken while other runs shared the machine's caches and memory bandwidth; alone they would be "
        "somewhat shorter. Run with --jobs 1 for times of their own.");
  if (has_published_numbers(results) && !results.paper->machine().empty())
    lines.push_back(fmt::format("The paper's times: {}.", results.paper->machine()));
  return lines;
}

}  // namespace sketchbench
