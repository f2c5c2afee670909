#include "experiments/accuracy/csv.hpp"

#include <fmt/format.h>

#include "report/csv.hpp"

namespace sketchbench {
namespace {

std::optional<double> mean_of(const Sample& sample) {
  return sample.n > 0 ? std::optional(sample.mean) : std::nullopt;
}

std::string line_of(const Summary& row) {
  const PaperNumber* paper = row.comparable && row.paper ? &*row.paper : nullptr;
  std::vector<std::string> fields = {
      row.dataset_label,
      row.kernel.column("degree"),
      row.kernel.column("coef0"),
      row.method_label,
      std::to_string(row.D),
      std::to_string(row.runs()),
      csv_number(mean_of(row.accuracy), 4),
      csv_number(row.accuracy.std, 4),
      csv_number(mean_of(row.map_s), 6),
      csv_number(mean_of(row.train_s), 6),
      csv_number(mean_of(row.total_s), 6),
      csv_number(row.total_s.std, 6),
      row.runs() > 0 ? csv_number(row.peak_rss_bytes / 1e6, 1) : "",
      paper != nullptr ? fmt::format("{:.2f}", paper->accuracy.mean) : "",
      paper != nullptr ? csv_number(paper->accuracy.std, 2) : "",
      paper != nullptr && paper->seconds ? fmt::format("{:g}", *paper->seconds) : "",
      csv_number(row.delta(), 4),
      std::string(name_of(row.verdict)),
      std::string(name_of(row.status))};
  append_kernel_fields(fields, row.kernel);
  return csv_line(fields);
}

}  // namespace

std::string render_csv(const Results& results) {
  std::string text = csv_header_with_kernel(csv_header);
  for (const Summary& row : results.rows) text += line_of(row);
  return text;
}

}  // namespace sketchbench
