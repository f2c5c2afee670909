#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <sketchbench/core/rows.hpp>

namespace sketchbench::testing_support {

/// Rows of d columns whose second row has columns that it cannot have, with what a message says of them.
struct WrongColumns {
  CsrMatrix x;
  std::string says;
};

inline std::vector<WrongColumns> wrong_columns(Index d) {
  const auto of = [d](const std::vector<std::int32_t>& columns, const std::string& says) {
    WrongColumns wrong{.x = {}, .says = says};
    wrong.x.d = d;
    wrong.x.push(0, 1);
    wrong.x.end_row();
    for (const std::int32_t column : columns) wrong.x.push(column, 1);
    wrong.x.end_row();
    wrong.x.push(0, 1);
    wrong.x.end_row();
    return wrong;
  };
  const auto width = static_cast<std::int32_t>(d);
  return {of({width}, "row 2 has column " + std::to_string(d)),
          of({0, 2'000'000'000}, "row 2 has column 2000000000"),
          of({-1, 0}, "row 2 has column -1"),
          of({INT32_MIN}, "row 2 has column -2147483648"),
          of({1, 0}, "row 2 has column 0 behind 1"),
          of({1, 1}, "row 2 has column 1 behind 1")};
}

}  // namespace sketchbench::testing_support
