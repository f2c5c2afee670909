#include <sketchbench/data/preprocess.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>

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
  LabeledStore& data;
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

/// The columns from first to last that a step is for.
struct Columns {
  Index first = 0, last = 0;
  bool contain(Index column) const { return column >= first && column <= last; }
};

Columns columns_in(const ColumnRange& asked, Index d) {
  const Columns columns = asked ? Columns{asked->first, asked->second} : Columns{0, d - 1};
  if (columns.first < 0 || columns.last < columns.first - 1 || columns.last >= d)
    throw InputError(fmt::format("columns {} to {} are asked for, the data have columns 0 to {}",
                                 columns.first, columns.last, d - 1));
  return columns;
}

/// v = change(v, column) for each value of each row in some columns, zeros included: they need not stay
/// zeros.
template <class Change>
StoredMatrix changed(StoredMatrix& from, std::string_view part, const Columns& columns, Change&& change) {
  const Rows x = from.view();
  StoredMatrix result = from.empty_like();
  std::vector<float> dense(static_cast<std::size_t>(x.dim()), 0.0f);
  for (Index i = 0; i < x.size(); ++i) {
    const SparseRow row = x.sparse_row(i);
    for (std::size_t k = 0; k < row.column.size(); ++k)
      dense[static_cast<std::size_t>(row.column[k])] = row.value[k];
    for (Index j = 0; j < x.dim(); ++j) {
      const float before = dense[static_cast<std::size_t>(j)];
      const float v = columns.contain(j) ? stored(change(before, j), before, part, i, j) : before;
      if (v != 0.0f) result.push(j, v);
    }
    result.end_row();
    for (const std::int32_t column : row.column) dense[static_cast<std::size_t>(column)] = 0.0f;
  }
  return result;
}

/// Mean and standard deviation of each column, zeros included.
struct Moments {
  double mean = 0, deviation = 0;
};

std::vector<Moments> column_moments(const Rows& x) {
  require_memory((sizeof(Moments) + sizeof(Index)) * static_cast<double>(x.dim()),
                 fmt::format("the moments of each of {} columns", with_commas(x.dim())));
  std::vector<Moments> moments(static_cast<std::size_t>(x.dim()));
  std::vector<Index> stored(moments.size(), 0);
  const auto n = static_cast<double>(x.size());
  for (Index i = 0; i < x.size(); ++i)
    x.for_each_nonzero(i, [&](Index j, float v) {
      moments[static_cast<std::size_t>(j)].mean += double{v};
      ++stored[static_cast<std::size_t>(j)];
    });
  for (Moments& column : moments) column.mean /= n;
  for (Index i = 0; i < x.size(); ++i)
    x.for_each_nonzero(i, [&](Index j, float v) {
      Moments& column = moments[static_cast<std::size_t>(j)];
      column.deviation += (double{v} - column.mean) * (double{v} - column.mean);
    });
  for (std::size_t j = 0; j < moments.size(); ++j) {
    const double zeros = n - static_cast<double>(stored[j]);
    moments[j].deviation = std::sqrt((moments[j].deviation + zeros * moments[j].mean * moments[j].mean) / n);
  }
  return moments;
}

std::string_view name_of(const BinaryLabels&) { return "binary_labels"; }
std::string_view name_of(const TargetTransform&) { return "target"; }
std::string_view name_of(const MinMax&) { return "min_max"; }
std::string_view name_of(const UnitVariance&) { return "unit_variance"; }
std::string_view name_of(const Replace&) { return "replace"; }
std::string_view name_of(const Clip&) { return "clip"; }
std::string_view name_of(const Add&) { return "add"; }
std::string_view name_of(const Divide&) { return "divide"; }
std::string_view name_of(const UnitLength&) { return "unit_length"; }

void apply_step(const BinaryLabels& step, const Part& train, const Part& test) {
  for (const Part& part : {train, test})
    for (float& y : part.data.y) y = y == step.positive ? 1.0f : -1.0f;
}

void apply_step(const TargetTransform& /*log1p: there is no other yet*/, const Part& train,
                const Part& test) {
  for (const Part& part : {train, test})
    for (std::size_t i = 0; i < part.data.y.size(); ++i) {
      float& y = part.data.y[i];
      if (!(y > -1))
        throw InputError(fmt::format("{} row {}: log(1 + y) of the target {:g}, expected one above -1",
                                     part.name, i + 1, y));
      y = static_cast<float>(std::log1p(double{y}));
    }
}

/// The same change, column by column, of both parts.
template <class Change>
void change_columns(const Columns& columns, const Part& train, const Part& test, Change&& change) {
  for (const Part& part : {train, test}) part.data.x = changed(part.data.x, part.name, columns, change);
}

void apply_step(const MinMax& step, const Part& train, const Part& test) {
  const std::vector<Interval> ranges = column_ranges(train.data.x.view());
  const Columns columns = columns_in(step.columns, train.data.x.d);
  change_columns(columns, train, test, [&](float v, Index column) -> double {
    const Interval& range = ranges[static_cast<std::size_t>(column)];
    if (!(range.low < range.high)) return 0;
    const double width = static_cast<double>(range.high) - range.low;
    return step.low + (step.high - step.low) * ((static_cast<double>(v) - range.low) / width);
  });
}

void apply_step(const UnitVariance& step, const Part& train, const Part& test) {
  const std::vector<Interval> ranges = column_ranges(train.data.x.view());
  const std::vector<Moments> moments = column_moments(train.data.x.view());
  change_columns(columns_in(step.columns, train.data.x.d), train, test, [&](float v, Index column) -> double {
    const auto j = static_cast<std::size_t>(column);
    // By the values themselves: rounding makes a constant's deviation a small number.
    return ranges[j].low < ranges[j].high ? (double{v} - moments[j].mean) / moments[j].deviation : 0.0;
  });
}

void apply_step(const Replace& step, const Part& train, const Part& test) {
  change_columns(columns_in(step.columns, train.data.x.d), train, test,
                 [&](float v, Index) -> double { return v == step.value ? step.by : v; });
}

void apply_step(const Clip& step, const Part& train, const Part& test) {
  change_columns(columns_in(step.columns, train.data.x.d), train, test,
                 [&](float v, Index) -> double { return std::clamp(v, step.low, step.high); });
}

void apply_step(const Add& step, const Part& train, const Part& test) {
  change_columns(columns_in(step.columns, train.data.x.d), train, test,
                 [&](float v, Index) -> double { return double{v} + step.value; });
}

/// v = v / divisor(i) for each stored value v of each row i.
template <class Divisor>
void divide_values(const Part& part, Divisor&& divisor) {
  const Rows x = part.data.x.view();
  StoredMatrix result = part.data.x.empty_like();
  for (Index i = 0; i < x.size(); ++i) {
    const double by = divisor(x, i);
    const SparseRow row = x.sparse_row(i);
    for (std::size_t k = 0; k < row.column.size(); ++k)
      result.push(row.column[k],
                  stored(double{row.value[k]} / by, row.value[k], part.name, i, row.column[k]));
    result.end_row();
  }
  part.data.x = std::move(result);
}

void apply_step(const Divide& step, const Part& train, const Part& test) {
  for (const Part& part : {train, test}) divide_values(part, [&](const Rows&, Index) { return step.by; });
}

void apply_step(const UnitLength&, const Part& train, const Part& test) {
  for (const Part& part : {train, test})
    divide_values(part, [](const Rows& x, Index i) {
      const double length = std::sqrt(squared_norm(x, i));
      return length == 0 ? 1 : length;
    });
}

}  // namespace

void preprocess(const std::vector<PreprocessStep>& steps, LabeledStore& train, LabeledStore& test) {
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
