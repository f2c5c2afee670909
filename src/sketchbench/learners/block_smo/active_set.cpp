#include <sketchbench/learners/block_smo/active_set.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

#include <sketchbench/core/stop.hpp>
#include <sketchbench/learners/row_products.hpp>

namespace sketchbench {
namespace {

using Eigen::VectorXd;

// delta, as a share of the mean of K's diagonal: where to begin, and where it is lost in single precision.
constexpr double first_delta = 1e-4, least_delta = 1e-5;
constexpr double delta_up = 8, delta_down = 8;
// Settled with so few guesses, a smaller delta may do, too.
constexpr Index few_systems = 8;
// Guesses settle when each changes fewer variables than the one before, but for a few.
constexpr double fewer = 0.85;
constexpr int most_in_vain = 3;
// Shares of eps: how far free variables' gradients may be apart, and how far a bound one's on the wrong side.
constexpr double spread_share = 0.1, side_share = 0.25;
// A factor of the very system takes three or four; many more are worth a new one.
constexpr int few_products = 12, most_products = 60;

}  // namespace

ActiveSet::End ActiveSet::step(KernelRows& rows, DualState& state, Index most_free) {
  rows_ = &rows;
  if (delta_ == 0) {
    const std::vector<float> diagonal = rows.diagonal();
    const double mean =
        std::accumulate(diagonal.begin(), diagonal.end(), 0.0) / static_cast<double>(diagonal.size());
    delta_ = first_delta * mean;
    least_ = least_delta * mean;
  }
  const Index before = systems_;
  const End end = settle(state, delta_, most_free);
  if (end == End::unsettled) delta_ *= delta_up;
  if (end != End::settled) return end;
  state.b = b_;
  state.gradient = f_;
  if (systems_ - before <= few_systems) delta_ = std::max(least_, delta_ / delta_down);
  return end;
}

ActiveSet::End ActiveSet::settle(const DualState& centre, double delta, Index most_free) {
  b_ = centre.b;
  f_ = centre.gradient;
  side_.assign(b_.size(), Side::free);
  for (std::size_t i = 0; i < side_.size(); ++i)
    if (!centre.is_free(i)) side_[i] = centre.can_go_up(i) ? Side::lower : Side::upper;

  sum_ = std::accumulate(b_.begin(), b_.end(), 0.0);
  Index last = std::numeric_limits<Index>::max();
  for (int in_vain = 0; in_vain <= most_in_vain;) {
    require_going();
    SelectedRows free;
    for (std::size_t i = 0; i < side_.size(); ++i)
      if (side_[i] == Side::free) free.members.push_back(static_cast<Index>(i));
    if (free.members.empty()) return End::unsettled;
    if (std::ssize(free.members) > most_free) return End::too_large;
    free.values = rows_->fetch(free.members);
    double level = 0;
    if (!solve_for(free, centre, delta, level)) return End::unsettled;
    ++systems_;
    const Index changes = choose(centre, delta, level);
    if (changes == 0) return End::settled;
    in_vain += static_cast<double>(changes) > fewer * static_cast<double>(last) ? 1 : 0;
    last = changes;
    clip(centre);
  }
  return End::unsettled;
}

/// The minimum over the free variables. `level`: what their gradients then are.
bool ActiveSet::solve_for(const SelectedRows& free, const DualState& centre, double delta, double& level) {
  const Index factors = system_.factors();
  if (!system_.set(free, std::ssize(b_), delta)) return false;
  if (conjugate_gradients(free, centre, delta, level)) return true;
  if (system_.factors() > factors) return false;  // no better one is to be had
  system_.forget();
  return system_.set(free, std::ssize(b_), delta) && conjugate_gradients(free, centre, delta, level);
}

/// The same, with the system as it is for a preconditioner.
bool ActiveSet::conjugate_gradients(const SelectedRows& free, const DualState& centre, double delta,
                                    double& level) {
  const Index n = std::ssize(free.members);
  const auto row_of = [&](Index k) {
    return static_cast<std::size_t>(free.members[static_cast<std::size_t>(k)]);
  };
  // Steps along this change the sum; all others are made not to.
  const VectorXd along = system_.solve(VectorXd::Ones(n));
  const double along_sum = along.sum();
  if (!(along_sum > 0)) return false;
  move(free, along * ((sum_ - std::accumulate(b_.begin(), b_.end(), 0.0)) / along_sum));

  VectorXd r(n), direction(n), product(n);
  double before = 0;
  for (int products = 0; products <= most_products; ++products) {
    for (Index k = 0; k < n; ++k) r[k] = f_[row_of(k)] - delta * (b_[row_of(k)] - centre.b[row_of(k)]);
    level = (r.maxCoeff() + r.minCoeff()) / 2;
    if (r.maxCoeff() - r.minCoeff() <= spread_share * eps_) {
      if (products > few_products) system_.forget();
      return true;
    }
    if (!r.allFinite()) return false;
    r.array() -= level;
    VectorXd z = system_.solve(r);
    z -= along * (z.sum() / along_sum);
    const double now = r.dot(z);
    direction = products == 0 ? z : VectorXd(z + (now / before) * direction);
    before = now;
    image_.assign(b_.size(), 0);
    subtract_rows(free.values, {direction.data(), static_cast<std::size_t>(n)}, std::ssize(b_), threads_,
                  image_.data());
    for (Index k = 0; k < n; ++k) product[k] = delta * direction[k] - image_[row_of(k)];
    const double step = now / direction.dot(product);
    for (Index k = 0; k < n; ++k) b_[row_of(k)] += step * direction[k];
    for (std::size_t i = 0; i < f_.size(); ++i) f_[i] += step * image_[i];
  }
  return false;
}

/// b += change for some rows, and the gradients of all.
void ActiveSet::move(const SelectedRows& some, const VectorXd& change) {
  for (Index k = 0; k < change.size(); ++k)
    b_[static_cast<std::size_t>(some.members[static_cast<std::size_t>(k)])] += change[k];
  subtract_rows(some.values, {change.data(), static_cast<std::size_t>(change.size())}, std::ssize(b_),
                threads_, f_.data());
}

/// The next guess; how many variables it has elsewhere.
Index ActiveSet::choose(const DualState& centre, double delta, double level) {
  Index changes = 0;
  for (std::size_t i = 0; i < side_.size(); ++i) {
    Side next = side_[i];
    const double off = f_[i] - delta * (b_[i] - centre.b[i]) - level;
    if (side_[i] == Side::free) {
      if (b_[i] < centre.lower[i]) next = Side::lower;
      if (b_[i] > centre.upper[i]) next = Side::upper;
    } else if (side_[i] == Side::lower ? off > side_share * eps_ : off < -side_share * eps_) {
      next = Side::free;
    }
    changes += next != side_[i] ? 1 : 0;
    side_[i] = next;
  }
  return changes;
}

/// Puts those that are held at a bound there.
void ActiveSet::clip(const DualState& centre) {
  SelectedRows held;
  std::vector<double> change;
  for (std::size_t i = 0; i < side_.size(); ++i) {
    if (side_[i] == Side::free) continue;
    const double bound = side_[i] == Side::lower ? centre.lower[i] : centre.upper[i];
    if (b_[i] == bound) continue;
    held.members.push_back(static_cast<Index>(i));
    change.push_back(bound - b_[i]);
    b_[i] = bound;
  }
  held.values = rows_->fetch(held.members);
  subtract_rows(held.values, change, std::ssize(b_), threads_, f_.data());
}

}  // namespace sketchbench
