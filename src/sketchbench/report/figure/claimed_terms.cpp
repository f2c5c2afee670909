#include <sketchbench/report/figure/claimed_terms.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

using Values = std::vector<double>;

double sum_of(const Values& values) { return std::reduce(values.begin(), values.end()); }

/// Of terms that are not all 0.
bool in_proportion(const Values& a, const Values& b) {
  const double factor = sum_of(a) / sum_of(b);
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::abs(a[i] - factor * b[i]) > 1e-9 * sum_of(a)) return false;
  return true;
}

/// What does not grow, and then each term that is in proportion to none before it.
std::vector<Values> independent_terms(const std::vector<Values>& terms, std::size_t sizes) {
  std::vector<Values> columns = {Values(sizes, 1)};
  for (const Values& term : terms) {
    if (term.size() != sizes)
      throw Error(fmt::format("a claimed term has {} values for {} sizes", term.size(), sizes));
    if (std::ranges::any_of(term, [](double value) { return !(value >= 0); }))
      throw Error("a claimed term is negative");
    const bool is_nothing = std::ranges::all_of(term, [](double value) { return value == 0; });
    if (!is_nothing &&
        std::ranges::none_of(columns, [&](const Values& known) { return in_proportion(known, term); }))
      columns.push_back(term);
  }
  return columns;
}

double product(const Values& a, const Values& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// The x >= 0 with the least |columns * x - 1|, one coefficient after the other until none moves: the problem
/// is convex, and there are two or three of them.
Values least_squares_to_one(const std::vector<Values>& columns) {
  const std::size_t count = columns.size();
  std::vector<Values> gram(count, Values(count));
  Values right(count), x(count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) gram[i][j] = product(columns[i], columns[j]);
    right[i] = sum_of(columns[i]);
  }
  constexpr int most_rounds = 100'000;
  for (int round = 0; round < most_rounds; ++round) {
    double moved = 0;
    for (std::size_t i = 0; i < count; ++i) {
      double others = 0;
      for (std::size_t j = 0; j < count; ++j)
        if (j != i) others += gram[i][j] * x[j];
      const double better = std::max(0.0, (right[i] - others) / gram[i][i]);
      moved = std::max(moved, std::abs(better - x[i]) * std::sqrt(gram[i][i]));
      x[i] = better;
    }
    if (moved < 1e-13) break;
  }
  return x;
}

}  // namespace

bool ClaimedTerms::grow_faster() const {
  constexpr double least_shown = 0.005;
  return excess && excess->exponent_error && excess->exponent - *excess->exponent_error > least_shown;
}

std::optional<ClaimedTerms> fit_claimed_terms(std::span<const double> sizes,
                                              const std::vector<std::vector<double>>& terms,
                                              std::span<const double> measured) {
  if (sizes.size() != measured.size())
    throw Error(fmt::format("{} measured numbers for {} sizes", measured.size(), sizes.size()));
  if (sizes.empty() || !std::ranges::all_of(measured, has_logarithm)) return std::nullopt;
  const std::vector<Values> columns = independent_terms(terms, sizes.size());
  std::vector<Values> relative = columns;
  for (Values& column : relative)
    for (std::size_t i = 0; i < column.size(); ++i) column[i] /= measured[i];
  const Values coefficients = least_squares_to_one(relative);

  ClaimedTerms result;
  Values ratios;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    double all = 0;
    for (std::size_t k = 0; k < columns.size(); ++k) all += coefficients[k] * columns[k][i];
    result.fitted.push_back(all);
    ratios.push_back(measured[i] / all);
    result.largest_deviation = std::max(result.largest_deviation, std::abs(all / measured[i] - 1));
  }
  const auto largest = static_cast<std::size_t>(std::ranges::max_element(sizes) - sizes.begin());
  result.growing_share = 1 - coefficients[0] / result.fitted[largest];
  result.fitted_law = fit_power_law(sizes, result.fitted);
  result.excess = fit_power_law(sizes, ratios);
  return result;
}

}  // namespace sketchbench
