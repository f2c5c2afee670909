#include "fuzz/promise.hpp"

#include <cmath>

namespace sketchbench::fuzz {

void check_refusal(std::string_view message, const std::filesystem::path& name) {
  const auto place = message.find(name.string());
  require(place != std::string_view::npos,
          fmt::format("the message names \"{}\": {}", name.string(), message));
  require(message.size() > name.string().size() + 2, fmt::format("the message has a reason: {}", message));
}

void check_rows(const LabeledRows& rows) {
  for (Index i = 0; i < rows.x.size(); ++i) {
    const SparseRow row = rows.x.sparse_row(i);
    std::int64_t previous = -1;
    for (std::size_t k = 0; k < row.column.size(); ++k) {
      require(row.column[k] > previous, "columns ascend");
      require(row.column[k] < rows.x.dim(), "columns are below the number of features");
      require(std::isfinite(row.value[k]), "values are finite");
      previous = row.column[k];
    }
  }
  for (const float label : rows.y) require(std::isfinite(label), "labels are finite");
}

void check_rows(const LabeledMatrix& rows) {
  require(rows.x.row_start.front() == 0, "the first row starts at 0");
  for (std::size_t i = 1; i < rows.x.row_start.size(); ++i)
    require(rows.x.row_start[i - 1] <= rows.x.row_start[i], "row starts climb");
  require(rows.x.row_start.back() == static_cast<std::int64_t>(rows.x.column.size()),
          "rows end with the columns");
  require(rows.x.column.size() == rows.x.value.size(), "every column has a value");
  check_rows(LabeledRows{rows.x.view(), rows.y});
}

}  // namespace sketchbench::fuzz
