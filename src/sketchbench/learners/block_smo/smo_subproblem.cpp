#include <sketchbench/learners/block_smo/smo_subproblem.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

#include <sketchbench/core/registers.hpp>
#include <sketchbench/core/stop.hpp>

namespace sketchbench {
namespace {

constexpr Index width = register_lanes<double>;
constexpr Index chains = 4;  // independent comparisons, to hide their latency
using Doubles = RegisterFor<double>;
using Floats = float __attribute__((vector_size(4 * width)));
using Places = RegisterFor<std::int64_t>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr float single_infinity = std::numeric_limits<float>::infinity();
// Where the kernel has no curvature along a step, as LIBSVM has it.
constexpr double least_curvature = 1e-12;
constexpr std::int64_t steps_between_looks = 256;  // at whether a stop was asked for

Doubles load(const double* from) {
  Doubles v;
  std::memcpy(&v, from, sizeof v);
  return v;
}
Doubles load(const float* from) {
  Floats v;
  std::memcpy(&v, from, sizeof v);
  return __builtin_convertvector(v, Doubles);
}

Places first_places() {
  Places places{};
  for (Index l = 0; l < width; ++l) places[l] = l;
  return places;
}

}  // namespace

SmoSubproblem::SmoSubproblem(Index size) : size_(size), padded_(padded(size)) {
  const auto n = static_cast<std::size_t>(padded_);
  for (auto* values : {&b_, &f_, &lower_, &upper_}) values->assign(n, 0);
  diagonal_.assign(n, 0);
  not_up_.assign(n, -single_infinity);  // the padding can go nowhere
  not_down_.assign(n, single_infinity);
}

void SmoSubproblem::set_bounds(Index i, double lower, double upper) {
  lower_[static_cast<std::size_t>(i)] = lower;
  upper_[static_cast<std::size_t>(i)] = upper;
}

void SmoSubproblem::update_sides(Index i) {
  const auto k = static_cast<std::size_t>(i);
  not_up_[k] = b_[k] < upper_[k] ? 0 : -single_infinity;
  not_down_[k] = b_[k] > lower_[k] ? 0 : single_infinity;
}

/// F -= delta (up - down), and the extremes of the new F.
SmoSubproblem::Extremes SmoSubproblem::move(const float* up, const float* down, double delta) {
  Doubles max_up[chains], min_down[chains];
  Places at[chains];
  for (Index c = 0; c < chains; ++c) {
    max_up[c] = Doubles{} - infinity;
    min_down[c] = Doubles{} + infinity;
    at[c] = Places{};
  }
  Places place = first_places();
  for (Index t = 0; t < padded_; t += width * chains)
    for (Index c = 0; c < chains; ++c, place += width) {
      const Index s = t + c * width;
      const Doubles f = load(&f_[static_cast<std::size_t>(s)]) - delta * (load(up + s) - load(down + s));
      std::memcpy(&f_[static_cast<std::size_t>(s)], &f, sizeof f);
      const Doubles can_up = f + load(&not_up_[static_cast<std::size_t>(s)]),
                    can_down = f + load(&not_down_[static_cast<std::size_t>(s)]);
      at[c] = can_up > max_up[c] ? place : at[c];
      max_up[c] = can_up > max_up[c] ? can_up : max_up[c];
      min_down[c] = can_down < min_down[c] ? can_down : min_down[c];
    }
  Extremes extremes{-infinity, 0, infinity};
  for (Index c = 0; c < chains; ++c)
    for (Index k = 0; k < width; ++k) {
      if (max_up[c][k] > extremes.max_up || (max_up[c][k] == extremes.max_up && at[c][k] < extremes.i)) {
        extremes.max_up = max_up[c][k];
        extremes.i = at[c][k];
      }
      extremes.min_down = std::min(extremes.min_down, min_down[c][k]);
    }
  return extremes;
}

/// The partner of i with the largest (F_i - F_j)^2 / (K_ii + K_jj - 2 K_ij).
Index SmoSubproblem::partner(const float* row, double diagonal, double max_up) const {
  Doubles gain[chains], cost[chains];  // the best quotients so far, compared without dividing
  Places at[chains];
  for (Index c = 0; c < chains; ++c) {
    gain[c] = Doubles{};
    cost[c] = Doubles{} + 1;
    at[c] = Places{} - 1;
  }
  Places place = first_places();
  for (Index t = 0; t < padded_; t += width * chains)
    for (Index c = 0; c < chains; ++c, place += width) {
      const Index s = t + c * width;
      const Doubles other =
          load(&f_[static_cast<std::size_t>(s)]) + load(&not_down_[static_cast<std::size_t>(s)]);
      Doubles difference = max_up - other;
      difference = difference > 0 ? difference : Doubles{};
      const Doubles squared = difference * difference;
      Doubles curvature = diagonal + load(&diagonal_[static_cast<std::size_t>(s)]) - 2 * load(row + s);
      curvature = curvature > least_curvature ? curvature : Doubles{} + least_curvature;
      const auto better = squared * cost[c] > gain[c] * curvature;
      gain[c] = better ? squared : gain[c];
      cost[c] = better ? curvature : cost[c];
      at[c] = better ? place : at[c];
    }
  double best = 0;
  Index j = -1;
  for (Index c = 0; c < chains; ++c)
    for (Index k = 0; k < width; ++k) {
      if (at[c][k] < 0) continue;
      const double quotient = gain[c][k] / cost[c][k];
      if (quotient > best || (quotient == best && at[c][k] < j)) {
        best = quotient;
        j = at[c][k];
      }
    }
  return j;
}

SmoSubproblem::Outcome SmoSubproblem::solve(const RowSource& row, double tolerance, std::int64_t max_steps) {
  for (Index i = 0; i < size_; ++i) update_sides(i);
  Outcome outcome;
  const float* any = row(0);
  Extremes now = move(any, any, 0);
  for (;; ++outcome.steps) {
    if (outcome.steps % steps_between_looks == 0) require_going();
    outcome.violation = now.max_up - now.min_down;
    if (!(outcome.violation >= tolerance) || outcome.steps >= max_steps) return outcome;
    const Index i = now.i;
    const auto a = static_cast<std::size_t>(i);
    const float* row_i = row(i);
    const Index j = partner(row_i, double{diagonal_[a]}, now.max_up);
    if (j < 0) return outcome;
    const auto b = static_cast<std::size_t>(j);
    const double curvature =
        std::max(least_curvature, double{diagonal_[a]} + diagonal_[b] - 2 * double{row_i[j]});
    const double room_up = upper_[a] - b_[a], room_down = b_[b] - lower_[b];
    const double delta = std::min({(f_[a] - f_[b]) / curvature, room_up, room_down});
    // Bounds are reached exactly: which side a variable is on hangs on that.
    b_[a] = delta == room_up ? upper_[a] : b_[a] + delta;
    b_[b] = delta == room_down ? lower_[b] : b_[b] - delta;
    update_sides(i);
    update_sides(j);
    now = move(row_i, row(j), delta);
  }
}

}  // namespace sketchbench
