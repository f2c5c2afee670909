#include <sketchbench/learners/numbered_gram.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

void require_symmetric(const NumberedGram& gram) {
  constexpr double rounding = 1e-5;  // beside the largest: they may have been written with six digits
  double most = 0;
  for (const float value : gram.matrix.value) most = std::max(most, std::abs(double{value}));
  for (Index i = 0; i < gram.matrix.n; ++i)
    for (Index j = 0; j < i; ++j)
      if (const double a = gram.matrix.row(i)[j], b = gram.matrix.row(j)[i];
          std::abs(a - b) > rounding * most)
        throw InputError(
            fmt::format("the kernel matrix is not symmetric: row {} has the value {:g} with that of number "
                        "{}, and row {} "
                        "has {:g} with that of number {}",
                        i + 1, a, gram.numbers[static_cast<std::size_t>(j)], j + 1, b,
                        gram.numbers[static_cast<std::size_t>(i)]));
}

}  // namespace

NumberedGram NumberedGram::of(const Rows& rows) {
  NumberedGram gram{.matrix = DenseMatrix(rows.size(), rows.size()), .numbers = {}, .units = {}};
  gram.units.d = rows.dim();
  std::vector<Index> row_of(static_cast<std::size_t>(rows.dim()), 0);
  for (Index i = 0; i < rows.size(); ++i) {
    float number = 0;
    rows.for_each_nonzero(i, [&](Index column, float value) { number = column == 0 ? value : number; });
    if (!(number >= 1 && number < static_cast<float>(rows.dim())) || number != std::trunc(number))
      throw InputError(fmt::format(
          "row {} of the kernel matrix has the number {}, expected 0:N first, its number N from 1 to {}, for "
          "which there is a column",
          i + 1, number, rows.dim() - 1));
    if (Index& first = row_of[static_cast<std::size_t>(number)]; first > 0)
      throw InputError(
          fmt::format("row {} of the kernel matrix has the number {}, which row {} has as well: expected 0:N "
                      "first, its own "
                      "number N",
                      i + 1, number, first));
    else
      first = i + 1;
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
  require_symmetric(gram);
  return gram;
}

Kernel kernel_of_units() { return PolynomialKernel{1, 0}; }

}  // namespace sketchbench
