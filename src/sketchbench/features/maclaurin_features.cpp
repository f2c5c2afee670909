#include <sketchbench/features/maclaurin_features.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

using Floats = float __attribute__((vector_size(64)));
using Places = std::int32_t __attribute__((vector_size(64)));

/// Multiplies by the values at their places; by 1 for a place behind the last.
void multiply_at(Floats& product, const Floats& values, const Places& places) {
#ifdef __clang__  // shuffles by constants only
  for (std::size_t l = 0; l < sizeof(Floats) / sizeof(float); ++l)
    if (places[l] < 16) product[l] *= values[places[l]];
#else
  const Floats ones = Floats{} + 1.0f;
  product *= __builtin_shuffle(values, ones, places);
#endif
}

Index groups_of(Index features, Index group) { return (features + group - 1) / group; }

}  // namespace

MaclaurinFeatures::MaclaurinFeatures(Index d, const DegreeMeasure& measure, Index count, Seed seed,
                                     const std::string& name)
    : count_(count), draws_(draw(measure, count, seed, name)), signs_(d, lay_out()) {
  const std::string purpose = name + ".projection";
  for (Index i = 0; i < count; ++i)
    for (int j = 0; j < degree(i); ++j)
      signs_.draw_column(
          column(i, j),
          RandomStream(seed, purpose, (static_cast<std::uint64_t>(i) << 32) + static_cast<unsigned>(j)));
}

Index MaclaurinFeatures::lay_out() {
  constexpr double most = std::numeric_limits<std::uint32_t>::max();
  const double projections = std::accumulate(draws_.degree.begin(), draws_.degree.end(), 0.0);
  if (projections > most)
    throw InputError(fmt::format("{} random features need {} projections, expected at most {}", count_,
                                 projections, most));
  Index next = 0;
  for (std::size_t begin = 0; begin < draws_.degree.size(); begin += kGroup) {
    groups_.push_back(levels_.size());
    for (int j = 0;; ++j) {
      Level level{.column = static_cast<std::uint32_t>(next), .lane = {}};
      for (std::size_t l = 0; l < kGroup; ++l) {
        const bool has = draws_.degree[begin + l] > j;
        level.lane[l] = static_cast<std::int32_t>(has ? next++ - level.column : kGroup);
      }
      if (next == level.column) break;
      levels_.push_back(level);
    }
  }
  groups_.push_back(levels_.size());
  return next;
}

MaclaurinFeatures::Draws MaclaurinFeatures::draw(const DegreeMeasure& measure, Index count, Seed seed,
                                                 const std::string& name) {
  const auto padded = static_cast<std::size_t>(groups_of(count, kGroup) * kGroup);
  Draws draws{.degree = std::vector<int>(padded), .scale = std::vector<float>(padded)};
  RandomStream stream(seed, name + ".degree");
  for (Index i = 0; i < count; ++i) {
    const DegreeMeasure::Term* const term = measure.draw(stream);
    if (term == nullptr) continue;  // no projections: nothing is stored or computed for it
    const auto scale =
        static_cast<float>(std::sqrt(term->coefficient / (term->probability * static_cast<double>(count))));
    if (!std::isfinite(scale))
      throw InputError(
          fmt::format("a feature of degree {} needs the factor sqrt({} / {}), expected one that single "
                      "precision can hold: take a lower degree or coef0",
                      term->degree, term->coefficient, term->probability));
    draws.degree[static_cast<std::size_t>(i)] = term->degree;
    draws.scale[static_cast<std::size_t>(i)] = scale;
  }
  return draws;
}

std::size_t MaclaurinFeatures::memory_bytes() const {
  return signs_.memory_bytes() + draws_.degree.size() * (sizeof(int) + sizeof(float)) +
         levels_.size() * sizeof(Level) + groups_.size() * sizeof(std::size_t);
}

double MaclaurinFeatures::memory(Index d, const DegreeMeasure& measure, Index count) {
  // A level holds a projection at least, and a group has as many levels as its highest degree.
  const double projections = measure.projections(count);
  const auto groups = static_cast<double>(groups_of(count, kGroup));
  const double highest = measure.terms().empty() ? 0 : measure.terms().back().degree;
  return RademacherMatrix::memory(d, projections) + groups * kGroup * (sizeof(int) + sizeof(float)) +
         std::min(projections, groups * highest) * sizeof(Level) + (groups + 1) * sizeof(std::size_t);
}

double MaclaurinFeatures::workspace(const DegreeMeasure& measure, Index count) {
  const double projections = measure.projections(count) + static_cast<double>(RademacherMatrix::kVector);
  return sizeof(float) * (static_cast<double>(rows_per_block) * projections + static_cast<double>(kGroup));
}

std::shared_ptr<MaclaurinFeatures::Workspace> MaclaurinFeatures::make_workspace() const {
  // A group's last level is read as a whole vector, beyond the end of the last row's projections.
  return std::make_shared<Workspace>(
      static_cast<std::size_t>(rows_per_block * signs_.padded_columns() + kGroup));
}

void MaclaurinFeatures::transform(const Rows& x, MatrixRef z, Workspace& workspace) const {
  signs_.multiply(x, workspace.data());
  const float* const projections = workspace.data();
  const Index stride = signs_.padded_columns();
  // Four rows share the work of finding the places, and their chains of products run side by side.
  Index i = 0;
  for (; i + 4 <= x.size(); i += 4) multiply<4>(projections + i * stride, z.slice(i, i + 4));
  for (; i < x.size(); ++i) multiply<1>(projections + i * stride, z.slice(i, i + 1));
}

template <int rows>
void MaclaurinFeatures::multiply(const float* projections, MatrixRef z) const {
  const Index stride = signs_.padded_columns();
  for (std::size_t g = 0; g + 1 < groups_.size(); ++g) {
    const Index first = static_cast<Index>(g) * kGroup;
    Floats product[rows];
    for (Floats& value : product) std::memcpy(&value, draws_.scale.data() + first, sizeof value);
    for (std::size_t l = groups_[g]; l < groups_[g + 1]; ++l) {
      const Level& level = levels_[l];
      Places places;
      std::memcpy(&places, level.lane, sizeof places);
      for (int r = 0; r < rows; ++r) {
        Floats values;  // up to 16 of the level, and then what follows it
        std::memcpy(&values, projections + r * stride + level.column, sizeof values);
        multiply_at(product[r], values, places);
      }
    }
    const Index size = std::min(kGroup, count() - first);
    for (int r = 0; r < rows; ++r) {
      // A size that the compiler knows makes this a single store.
      if (size == kGroup)
        std::memcpy(z.row(r) + first, &product[r], sizeof product[r]);
      else
        std::memcpy(z.row(r) + first, &product[r], static_cast<std::size_t>(size) * sizeof(float));
    }
  }
}

}  // namespace sketchbench
