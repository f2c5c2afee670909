#include "data/preprocess.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "core/error.hpp"
#include "core/system/memory.hpp"
#include "core/text.hpp"

namespace sketchbench {
namespace {

/// The value as it is stored. InputError when it is beyond single precision: no data set holds infinities.
float stored(double value, float before, std::string_view part, Index row, Index column) {
  const auto result = static_cast<float>(value);
  if (!std::isfinite(result))
    throw InputError(fmt::format("{} row {}, column {}: {:g} becomes {:g}, which is beyond single precision",
                                 part, row + 1, column + 1, before, value));
  return result;
}

struct Part {
  LabeledMatrix& data;
  std::string_view name;
};

struct Interval {
  float low = std::numeric_limits<float>::infinity();
  float high = -std::numeric_limits<float>::infinity();

  void include(float v) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
};

/// Smallest and largest value of each column, the zeros that are not stored included.
std::vector<Interval> column_ranges(const Rows& x) {
  require_memory((sizeof(Interval) + sizeof(Index) + sizeof(float)) * static_cast<double>(x.dim()),
                 fmt::format("the range of each of {} columns", with_commas(x.dim())));
  std::vector<Interval> range(static_cast<std::size_t>(x.dim()));
  std::vector<Index> stored(range.size(), 0);
  for (Index i = 0; i < x.size(); ++i) {
    const SparseRow row = x.sparse_row(i);
    for (std::size_t k = 0; k < row.column.size(); ++k) {
      const auto column = static_cast<std::size_t>(row.column[k]);
      range[column].include(row.value[k]);
      ++stored[column];
    }
  }
  for (std::size_t j = 0; j < range.size(); ++j)
    if (stored[j] < x.size()) range[j].include(0.0f);
  return range;
}

class Scaling {
 public:
  Scaling(const MinMax& step, const Rows& train) : step_(step), range_(column_ranges(train)) {
    first_ = step.columns ? step.columns->first : 0;
    last_ = step.columns ? step.columns->second : train.dim() - 1;
    if (first_ < 0 || last_ < first_ - 1 || last_ >= train.dim())
      throw InputError(fmt::format("columns {} to {} are asked for, the data have columns 0 to {}", first_,
                                   last_, train.dim() - 1));
  }

  CsrMatrix apply(const Rows& x, std::string_view part) const {
    CsrMatrix result;
    result.d = x.dim();
    std::vector<float> dense(static_cast<std::size_t>(x.dim()), 0.0f);
    for (Index i = 0; i < x.size(); ++i) {
      const SparseRow row = x.sparse_row(i);
      for (std::size_t k = 0; k < row.column.size(); ++k)
        dense[static_cast<std::size_t>(row.column[k])] = row.value[k];
      result.make_room(x.dim());  // zeros need not stay zeros
      for (Index j = 0; j < x.dim(); ++j) {
        const float before = dense[static_cast<std::size_t>(j)];
        if (const float v = stored(scaled(j, before), before, part, i, j); v != 0.0f) result.push(j, v);
      }
      result.end_row();
      for (const std::int32_t column : row.column) dense[static_cast<std::size_t>(column)] = 0.0f;
    }
    return result;
  }

 private:
  double scaled(Index column, float v) const {
    if (column < first_ || column > last_) return v;
    const Interval& range = range_[static_cast<std::size_t>(column)];
    if (!(range.low < range.high)) return 0;
    const double width = static_cast<double>(range.high) - range.low;
    return step_.low + (step_.high - step_.low) * ((static_cast<double>(v) - range.low) / width);
  }

  MinMax step_;
  std::vector<Interval> range_;
  Index first_ = 0, last_ = 0;
};

std::string_view name_of(const BinaryLabels&) { return "binary_labels"; }
std::string_view name_of(const MinMax&) { return "min_max"; }
std::string_view name_of(const Divide&) { return "divide"; }
std::string_view name_of(const UnitLength&) { return "unit_length"; }

void apply_step(const BinaryLabels& step, const Part& train, const Part& test) {
  for (const Part& part : {train, test})
    for (float& y : part.data.y) y = y == step.positive ? 1.0f : -1.0f;
}

void apply_step(const MinMax& step, const Part& train, const Part& test) {
  const Scaling scaling(step, train.data.x.view());
  for (const Part& part : {train, test}) part.data.x = scaling.apply(part.data.x.view(), part.name);
}

/// v = change(v, i) for each stored value v of each row i.
template <class Change>
void change_values(const Part& part, Change&& change) {
  CsrMatrix& x = part.data.x;
  for (Index i = 0; i < x.size(); ++i)
    for (auto k = x.row_start[static_cast<std::size_t>(i)]; k < x.row_start[static_cast<std::size_t>(i) + 1];
         ++k) {
      const auto at = static_cast<std::size_t>(k);
      x.value[at] = stored(change(x.value[at], i), x.value[at], part.name, i, x.column[at]);
    }
}

void apply_step(const Divide& step, const Part& train, const Part& test) {
  for (const Part& part : {train, test}) change_values(part, [&](double v, Index) { return v / step.by; });
}

void apply_step(const UnitLength&, const Part& train, const Part& test) {
  for (const Part& part : {train, test}) {
    std::vector<double> length;
    for (Index i = 0; i < part.data.x.size(); ++i)
      length.push_back(std::sqrt(squared_norm(part.data.x.view(), i)));
    change_values(part, [&](double v, Index i) {
      const double of_row = length[static_cast<std::size_t>(i)];
      return of_row == 0 ? v : v / of_row;
    });
  }
}

}  // namespace

void preprocess(const std::vector<PreprocessStep>& steps, LabeledMatrix& train, LabeledMatrix& test) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto apply = [&](const auto& step) {
      try {
        apply_step(step, {train, "training"}, {test, "test"});
      } catch (const InputError& error) {
        throw InputError(fmt::format("\"preprocess[{}]\" ({}): {}", i, name_of(step), error.what()));
      }
    };
    std::visit(apply, steps[i]);
  }
}

}  // namespace sketchbench
