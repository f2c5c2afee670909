#include <sketchbench/learners/numbered_gram.hpp>

#include <fmt/format.h>

#include <cmath>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

NumberedGram NumberedGram::of(const Rows& rows) {
  NumberedGram gram{.matrix = DenseMatrix(rows.size(), rows.size()), .numbers = {}, .units = {}};
  gram.units.d = rows.dim();
  for (Index i = 0; i < rows.size(); ++i) {
    float number = 0;
    rows.for_each_nonzero(i, [&](Index column, float value) { number = column == 0 ? value : number; });
    if (!(number >= 1 && number < static_cast<float>(rows.dim())) || number != std::trunc(number))
      throw InputError(fmt::format(
          "row {} of the kernel matrix has the number {}, expected 0:N first, its number N from 1 to {}, for "
          "which there is a column",
          i + 1, number, rows.dim() - 1));
    gram.numbers.push_back(static_cast<Index>(number));
    gram.units.push(gram.numbers.back(), 1);
    gram.units.end_row();
  }
  std::vector<float> values(static_cast<std::size_t>(rows.dim()));
  for (Index i = 0; i < rows.size(); ++i) {
    values.assign(values.size(), 0);
    rows.for_each_nonzero(
        i, [&](Index column, float value) { values[static_cast<std::size_t>(column)] = value; });
    for (std::size_t j = 0; j < gram.numbers.size(); ++j)
      gram.matrix.row(i)[j] = values[static_cast<std::size_t>(gram.numbers[j])];
  }
  return gram;
}

Kernel kernel_of_units() { return PolynomialKernel{1, 0}; }

}  // namespace sketchbench
