#include <sketchbench/learners/block_smo/decomposition.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <sketchbench/learners/block_smo/active_set.hpp>
#include <sketchbench/learners/block_smo/kernel_rows.hpp>
#include <sketchbench/learners/block_smo/smo_subproblem.hpp>
#include <sketchbench/learners/block_smo/working_set.hpp>
#include <sketchbench/learners/row_products.hpp>

namespace sketchbench {
namespace {

// A subproblem is left when its violation is this share of the whole problem's. To solve it further would fit
// it to variables outside that are still to move.
constexpr double loose = 0.3;
// Rounds are cheap and steps within them less good than steps among all variables; they are for bringing the
// rows in, some of these a round.
constexpr Index rows_per_round_at_first = 64;
constexpr Index steps_per_row = 4;  // among all variables, before rows are left out again
constexpr Index turns_between_shrinking = 20;
constexpr Index steps_per_row_between_sets = 1;
constexpr int most_unsettled = 6;  // active sets
constexpr Index most_systems = 400, fewest_in_a_system = 64;

class Decomposition {
 public:
  Decomposition(const KernelValues& kernel, const DualProblem& problem, const DualParams& params)
      : kernel_(kernel),
        params_(params),
        most_in_a_round_(working_set_size(kernel.size(), params)),
        most_bytes_(std::min(params.cache_bytes, matrix_bytes(kernel.size()))),
        row_bytes_(params.cache_bytes),
        working_(most_in_a_round_),
        sets_(params.eps, params.threads),
        y_(problem.y) {
    all_.b = problem.start;
    all_.b.resize(y_.size(), 0);
    all_.gradient = y_;
    all_.lower = problem.lower;
    all_.upper = problem.upper;
    active_.resize(y_.size());
    std::iota(active_.begin(), active_.end(), Index{0});
    if (!problem.start.empty()) make_gradients(active_);
    activate_all();
  }

  DualResult run() {
    bool near_end = false;
    for (Index turn = 1;; ++turn) {
      const Violation violation = violation_of(state_);
      const bool everything = state_.size() == all_.size();
      const bool done = !(violation.size() >= params_.eps);
      if (done && everything) break;
      // Shrinking is a guess: it is looked into when the end comes near, and at the end.
      if (done || (!near_end && !everything && violation.size() < 10 * params_.eps)) {
        near_end = true;
        reopen();
        continue;
      }
      if (result_.steps >= params_.max_steps) break;
      if (params_.shrinking && (wide_ || turn % turns_between_shrinking == 0)) shrink(violation);
      if (!wide_)
        round(violation);
      else if (set_is_next_ && sets_left_ > 0)
        active_set();
      else
        wide_steps();
    }
    finish();
    return std::move(result_);
  }

 private:
  static Index working_set_size(Index n, const DualParams& params) {
    return std::min(std::max<Index>(2, params.working_set), KernelRows::capacity(n, params.cache_bytes));
  }

  static double matrix_bytes(Index n) {
    return sizeof(float) * static_cast<double>(n) * static_cast<double>(SmoSubproblem::padded(n));
  }

  void round(const Violation& violation) {
    const std::vector<Index>& chosen = working_.choose(state_, violation);
    const std::vector<const float*> rows = kernel_rows_->fetch(chosen);
    const auto q = static_cast<Index>(chosen.size());
    const Index stride = SmoSubproblem::padded(q);
    matrix_.assign(static_cast<std::size_t>(stride * q), 0);
    SmoSubproblem problem(q);
    for (Index a = 0; a < q; ++a) {
      const Index i = chosen[static_cast<std::size_t>(a)];
      put(problem, a, static_cast<std::size_t>(i));
      const float* row = rows[static_cast<std::size_t>(a)];
      problem.set_diagonal(a, row[i]);
      float* to = &matrix_[static_cast<std::size_t>(a * stride)];
      for (Index c = 0; c < q; ++c) to[c] = row[chosen[static_cast<std::size_t>(c)]];
    }
    const double tolerance = std::max(0.5 * params_.eps, loose * violation.size());
    result_.steps += problem
                         .solve([&](Index a) { return &matrix_[static_cast<std::size_t>(a * stride)]; },
                                tolerance, std::min(params_.max_steps - result_.steps, 100 * q))
                         .steps;
    ++result_.rounds;

    std::vector<const float*> moved_rows;
    std::vector<double> change;
    for (Index a = 0; a < q; ++a) {
      double& b = state_.b[static_cast<std::size_t>(chosen[static_cast<std::size_t>(a)])];
      if (problem.value(a) == b) continue;
      change.push_back(problem.value(a) - b);
      moved_rows.push_back(rows[static_cast<std::size_t>(a)]);
      b = problem.value(a);
    }
    subtract_rows(moved_rows, change, state_.size(), params_.threads, state_.gradient.data());
    if (result_.rounds >= all_.size() / rows_per_round_at_first)
      wide_ = free_variables() > 2 * most_in_a_round_;
  }

  Index free_variables() const {
    Index free = 0;
    for (std::size_t i = 0; i < state_.b.size(); ++i) free += state_.is_free(i) ? 1 : 0;
    return free;
  }

  void put(SmoSubproblem& problem, Index a, std::size_t i) const {
    problem.value(a) = state_.b[i];
    problem.gradient(a) = state_.gradient[i];
    problem.set_bounds(a, state_.lower[i], state_.upper[i]);
  }

  /// Steps with all active variables at once.
  void wide_steps() {
    set_is_next_ = true;
    SmoSubproblem problem(state_.size());
    const std::vector<float> diagonal = kernel_rows_->diagonal();
    fetch_free_rows();
    for (Index a = 0; a < state_.size(); ++a) {
      put(problem, a, static_cast<std::size_t>(a));
      problem.set_diagonal(a, diagonal[static_cast<std::size_t>(a)]);
    }
    const bool between_sets = sets_left_ > 0 && sets_.systems() > 0;
    const std::int64_t most = (between_sets ? steps_per_row_between_sets : steps_per_row) * state_.size();
    result_.steps += problem
                         .solve([&](Index a) { return kernel_rows_->fetch(a); }, params_.eps,
                                std::min(params_.max_steps - result_.steps, most))
                         .steps;
    for (Index a = 0; a < state_.size(); ++a) {
      state_.b[static_cast<std::size_t>(a)] = problem.value(a);
      state_.gradient[static_cast<std::size_t>(a)] = problem.gradient(a);
    }
  }

  /// Between steps, where the memory of kernel rows has room for the systems.
  void active_set() {
    set_is_next_ = false;
    const Index free = free_variables(), most_free = free + free / 4 + fewest_in_a_system;
    const double room = most_bytes_ - ActiveSet::memory(static_cast<double>(most_free));
    if (KernelRows::capacity(state_.size(), room) < std::min(most_free, state_.size())) {
      sets_left_ = 0;
      return;
    }
    row_bytes_ = room;
    if (kernel_rows_->bytes(most_free) > room)
      make_kernel_rows();
    else
      kernel_rows_->limit(room);
    if (sets_.step(*kernel_rows_, state_, most_free) != ActiveSet::End::settled) --sets_left_;
    if (sets_.systems() >= most_systems) sets_left_ = 0;
    if (sets_left_ > 0) return;
    forget_sets();
    kernel_rows_->limit(row_bytes_);
    if (kernel_rows_->capacity() < KernelRows::capacity(state_.size(), row_bytes_)) make_kernel_rows();
  }

  /// Gives the systems' memory back to the kernel rows, when those are next made.
  void forget_sets() {
    sets_.forget();
    row_bytes_ = params_.cache_bytes;
  }

  /// Most steps are between free variables, and rows come cheaper together than one by one.
  void fetch_free_rows() {
    std::vector<Index> free;
    for (Index i = 0; i < state_.size() && static_cast<Index>(free.size()) < kernel_rows_->capacity(); ++i)
      if (state_.is_free(static_cast<std::size_t>(i))) free.push_back(i);
    kernel_rows_->fetch(free);
  }

  /// Makes the working copies of the active rows.
  void copy_state() {
    state_ = DualState();
    for (const Index i : active_) {
      const auto k = static_cast<std::size_t>(i);
      state_.b.push_back(all_.b[k]);
      state_.gradient.push_back(all_.gradient[k]);
      state_.lower.push_back(all_.lower[k]);
      state_.upper.push_back(all_.upper[k]);
    }
  }

  void write_back() {
    for (std::size_t k = 0; k < active_.size(); ++k) {
      const auto i = static_cast<std::size_t>(active_[k]);
      all_.b[i] = state_.b[k];
      all_.gradient[i] = state_.gradient[k];
    }
  }

  void activate_all() {
    active_.resize(all_.b.size());
    std::iota(active_.begin(), active_.end(), Index{0});
    make_kernel_rows();
    copy_state();
  }

  /// Of the active rows, none of which is there.
  void make_kernel_rows() {
    if (kernel_rows_) result_.kernel_rows += kernel_rows_->computed();
    kernel_rows_.reset();  // gives its memory back first
    kernel_rows_.emplace(kernel_.of(active_), row_bytes_, params_.threads);
  }

  /// Leaves out the variables that are held at their bounds, but for those that a factor is of.
  void shrink(const Violation& violation) {
    std::vector<Index> kept, new_number(active_.size(), -1), still_active;
    std::vector<bool> needed(active_.size(), false);
    for (const Index k : sets_.needed()) needed[static_cast<std::size_t>(k)] = true;
    for (std::size_t k = 0; k < active_.size(); ++k) {
      if (!needed[k] && is_held_at_bound(state_, k, violation)) continue;
      new_number[k] = static_cast<Index>(kept.size());
      kept.push_back(static_cast<Index>(k));
      still_active.push_back(active_[k]);
    }
    if (static_cast<double>(kept.size()) > 0.9 * static_cast<double>(active_.size())) return;
    write_back();
    active_ = std::move(still_active);
    working_.renumber(new_number);
    sets_.renumber(new_number);
    kernel_rows_->keep(kept);
    copy_state();
  }

  /// Makes the gradients of inactive rows anew, and all rows active.
  void reopen() {
    write_back();
    std::vector<bool> is_active(all_.b.size(), false);
    for (const Index i : active_) is_active[static_cast<std::size_t>(i)] = true;
    std::vector<Index> inactive;
    for (std::size_t i = 0; i < is_active.size(); ++i)
      if (!is_active[i]) inactive.push_back(static_cast<Index>(i));
    make_gradients(inactive);
    working_.renumber(active_);
    sets_.renumber(active_);
    // Beside the systems the longer rows of all variables may be too few for a working set.
    if (KernelRows::capacity(all_.size(), row_bytes_) < most_in_a_round_) forget_sets();
    activate_all();
  }

  /// Of these variables, by their definition.
  void make_gradients(std::span<const Index> wanted) {
    std::vector<Index> support;
    std::vector<double> b;
    for (std::size_t i = 0; i < all_.b.size(); ++i) {
      if (all_.b[i] == 0) continue;
      support.push_back(static_cast<Index>(i));
      b.push_back(all_.b[i]);
    }
    const std::vector<double> sums = kernel_.sums(support, b, wanted, params_.threads);
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      const auto i = static_cast<std::size_t>(wanted[k]);
      all_.gradient[i] = y_[i] - sums[k];
    }
  }

  /// Where all variables are at the same side of their bounds, one end is open.
  static double between(const Violation& violation) {
    if (std::isinf(violation.max_up)) return violation.min_down;
    if (std::isinf(violation.min_down)) return violation.max_up;
    return (violation.max_up + violation.min_down) / 2;
  }

  void finish() {
    result_.systems = sets_.systems();
    result_.factors = sets_.factors();
    if (state_.size() != all_.size()) reopen();
    write_back();
    result_.kernel_rows += kernel_rows_->computed();
    const Violation violation = violation_of(all_);
    result_.violation = violation.size();
    result_.converged = result_.violation < params_.eps;
    double sum = 0;
    Index free = 0;
    for (std::size_t i = 0; i < all_.b.size(); ++i) {
      result_.objective -= 0.5 * all_.b[i] * (y_[i] + all_.gradient[i]);
      if (all_.is_free(i)) {
        sum += all_.gradient[i];
        ++free;
      }
    }
    result_.rho = -(free > 0 ? sum / static_cast<double>(free) : between(violation));
    result_.b = all_.b;
  }

  const KernelValues& kernel_;
  DualParams params_;
  Index most_in_a_round_;  ///< variables of a working set: what is asked for, or what the cache allows
  double most_bytes_;      ///< of kernel rows and systems
  double row_bytes_;       ///< of kernel rows: the cache, or what systems that are held leave of it
  WorkingSet working_;
  /// More variables are free than working sets can hold, so that rounds undo each other's work: steps are
  /// among all active variables from now on.
  bool wide_ = false;
  ActiveSet sets_;
  int sets_left_ = most_unsettled;  ///< that may fail to settle
  bool set_is_next_ = false;
  DualState all_, state_;
  std::vector<double> y_;
  std::vector<Index> active_;
  std::vector<float> matrix_;
  std::optional<KernelRows> kernel_rows_;
  DualResult result_;
};

}  // namespace

DualResult solve_dual(const KernelValues& kernel, const DualProblem& problem, const DualParams& params) {
  return Decomposition(kernel, problem, params).run();
}

}  // namespace sketchbench
