#include "data/preprocess.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"

namespace sketchbench {
namespace {

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
      throw InputError(fmt::format("min_max: columns {} to {} are asked for, the data have columns 0 to {}",
                                   first_, last_, train.dim() - 1));
  }

  CsrMatrix apply(const Rows& x) const {
    CsrMatrix result;
    result.d = x.dim();
    result.row_start.reserve(static_cast<std::size_t>(x.size()) + 1);
    std::vector<float> dense(static_cast<std::size_t>(x.dim()), 0.0f);
    for (Index i = 0; i < x.size(); ++i) {
      const SparseRow row = x.sparse_row(i);
      for (std::size_t k = 0; k < row.column.size(); ++k)
        dense[static_cast<std::size_t>(row.column[k])] = row.value[k];
      for (Index j = 0; j < x.dim(); ++j)
        if (const float v = scaled(j, dense[static_cast<std::size_t>(j)]); v != 0.0f) result.push(j, v);
      result.end_row();
      for (const std::int32_t column : row.column) dense[static_cast<std::size_t>(column)] = 0.0f;
    }
    return result;
  }

 private:
  float scaled(Index column, float v) const {
    if (column < first_ || column > last_) return v;
    const Interval& range = range_[static_cast<std::size_t>(column)];
    if (!(range.low < range.high)) return 0.0f;
    const double width = static_cast<double>(range.high) - range.low;
    return static_cast<float>(step_.low +
                              (step_.high - step_.low) * ((static_cast<double>(v) - range.low) / width));
  }

  MinMax step_;
  std::vector<Interval> range_;
  Index first_ = 0, last_ = 0;
};

void apply_step(const BinaryLabels& step, LabeledMatrix& train, LabeledMatrix& test) {
  for (LabeledMatrix* part : {&train, &test})
    for (float& y : part->y) y = y == step.positive ? 1.0f : -1.0f;
}

void apply_step(const MinMax& step, LabeledMatrix& train, LabeledMatrix& test) {
  const Scaling scaling(step, train.x.view());
  train.x = scaling.apply(train.x.view());
  test.x = scaling.apply(test.x.view());
}

void apply_step(const Divide& step, LabeledMatrix& train, LabeledMatrix& test) {
  for (LabeledMatrix* part : {&train, &test})
    for (float& v : part->x.value) v = static_cast<float>(v / step.by);
}

void apply_step(const UnitLength&, LabeledMatrix& train, LabeledMatrix& test) {
  for (LabeledMatrix* part : {&train, &test})
    for (Index i = 0; i < part->x.size(); ++i) {
      const double length = std::sqrt(squared_norm(part->x.view(), i));
      if (length == 0) continue;
      const auto row = static_cast<std::size_t>(i);
      for (auto k = part->x.row_start[row]; k < part->x.row_start[row + 1]; ++k) {
        float& v = part->x.value[static_cast<std::size_t>(k)];
        v = static_cast<float>(v / length);
      }
    }
}

}  // namespace

void preprocess(const std::vector<PreprocessStep>& steps, LabeledMatrix& train, LabeledMatrix& test) {
  for (const PreprocessStep& step : steps)
    std::visit([&](const auto& s) { apply_step(s, train, test); }, step);
}

}  // namespace sketchbench
