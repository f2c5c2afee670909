#include "learners/block_smo/svc_dual.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "core/owned_rows.hpp"
#include "core/threads.hpp"
#include "kernels/kernel_tile.hpp"
#include "learners/block_smo/kernel_rows.hpp"
#include "learners/block_smo/smo_subproblem.hpp"
#include "learners/block_smo/working_set.hpp"

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

constexpr Index rows_per_tile = 64;
constexpr Index rows_per_task = 1024;

/// gradient -= sum change_k row_k, for gradient[begin .. end - 1].
void subtract_rows(std::span<const float* const> rows, std::span<const double> change, Index begin, Index end,
                   double* gradient) {
  std::size_t k = 0;
  for (; k + 4 <= rows.size(); k += 4) {
    const float *r0 = rows[k], *r1 = rows[k + 1], *r2 = rows[k + 2], *r3 = rows[k + 3];
    const double c0 = change[k], c1 = change[k + 1], c2 = change[k + 2], c3 = change[k + 3];
    for (Index i = begin; i < end; ++i)
      gradient[i] -= c0 * double{r0[i]} + c1 * double{r1[i]} + c2 * double{r2[i]} + c3 * double{r3[i]};
  }
  for (; k < rows.size(); ++k)
    for (Index i = begin; i < end; ++i) gradient[i] -= change[k] * double{rows[k][i]};
}

class Decomposition {
 public:
  Decomposition(const Rows& x, const std::vector<bool>& positive, const Kernel& kernel,
                const SvcDualParams& params)
      : x_(x),
        kernel_(kernel),
        params_(params),
        most_in_a_round_(working_set_size(x.size(), params)),
        working_(most_in_a_round_) {
    const auto n = static_cast<std::size_t>(x.size());
    all_.b.assign(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
      all_.gradient.push_back(positive[i] ? 1 : -1);
      all_.lower.push_back(positive[i] ? 0 : -params.C);
      all_.upper.push_back(positive[i] ? params.C : 0);
    }
    y_ = all_.gradient;
    activate_all();
  }

  SvcDualResult run() {
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
      if (wide_)
        wide_steps();
      else
        round(violation);
    }
    finish();
    return std::move(result_);
  }

 private:
  static Index working_set_size(Index n, const SvcDualParams& params) {
    return std::min(std::max<Index>(2, params.working_set), KernelRows::capacity(n, params.cache_bytes));
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
    parallel_blocks(state_.size(), rows_per_task, params_.threads, [&](Index begin, Index end) {
      subtract_rows(moved_rows, change, begin, end, state_.gradient.data());
    });
    if (result_.rounds >= all_.size() / rows_per_round_at_first) {
      Index free = 0;
      for (std::size_t i = 0; i < state_.b.size(); ++i) free += state_.is_free(i) ? 1 : 0;
      wide_ = free > 2 * most_in_a_round_;
    }
  }

  void put(SmoSubproblem& problem, Index a, std::size_t i) const {
    problem.value(a) = state_.b[i];
    problem.gradient(a) = state_.gradient[i];
    problem.set_bounds(a, state_.lower[i], state_.upper[i]);
  }

  /// Steps with all active variables at once.
  void wide_steps() {
    SmoSubproblem problem(state_.size());
    const std::vector<float> diagonal = kernel_rows_->diagonal();
    fetch_free_rows();
    for (Index a = 0; a < state_.size(); ++a) {
      put(problem, a, static_cast<std::size_t>(a));
      problem.set_diagonal(a, diagonal[static_cast<std::size_t>(a)]);
    }
    result_.steps += problem
                         .solve([&](Index a) { return kernel_rows_->fetch(a); }, params_.eps,
                                std::min(params_.max_steps - result_.steps, steps_per_row * state_.size()))
                         .steps;
    for (Index a = 0; a < state_.size(); ++a) {
      state_.b[static_cast<std::size_t>(a)] = problem.value(a);
      state_.gradient[static_cast<std::size_t>(a)] = problem.gradient(a);
    }
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
    if (kernel_rows_) result_.kernel_rows += kernel_rows_->computed();
    kernel_rows_.reset();  // gives its memory back first
    active_copy_.reset();
    active_.resize(all_.b.size());
    for (std::size_t i = 0; i < active_.size(); ++i) active_[i] = static_cast<Index>(i);
    kernel_rows_.emplace(x_, kernel_, params_.cache_bytes, params_.threads);
    copy_state();
  }

  /// Leaves out the variables that are held at their bounds.
  void shrink(const Violation& violation) {
    std::vector<Index> kept, new_number(active_.size(), -1), still_active;
    for (std::size_t k = 0; k < active_.size(); ++k) {
      if (is_held_at_bound(state_, k, violation)) continue;
      new_number[k] = static_cast<Index>(kept.size());
      kept.push_back(static_cast<Index>(k));
      still_active.push_back(active_[k]);
    }
    if (static_cast<double>(kept.size()) > 0.9 * static_cast<double>(active_.size())) return;
    write_back();
    active_ = std::move(still_active);
    working_.renumber(new_number);
    auto copy = std::make_unique<OwnedRows>(x_, active_);
    kernel_rows_->keep(copy->view(), kept);
    active_copy_ = std::move(copy);
    copy_state();
  }

  /// Makes the gradients of inactive rows anew, and all rows active.
  void reopen() {
    write_back();
    std::vector<bool> is_active(all_.b.size(), false);
    for (const Index i : active_) is_active[static_cast<std::size_t>(i)] = true;
    std::vector<Index> inactive, support;
    for (std::size_t i = 0; i < is_active.size(); ++i) {
      if (!is_active[i]) inactive.push_back(static_cast<Index>(i));
      if (all_.b[i] != 0) support.push_back(static_cast<Index>(i));
    }
    const OwnedRows copy(x_, inactive);
    const Rows rows = copy.view();
    const std::vector<float> norms = squared_norms(rows);
    std::vector<double> sums(inactive.size(), 0);
    PackedRows packed(x_.dim());
    for (std::size_t from = 0; from < support.size(); from += PackedRows::lanes) {
      const auto some = std::span<const Index>(support).subspan(
          from, std::min<std::size_t>(PackedRows::lanes, support.size() - from));
      packed.pack(x_, some);
      parallel_blocks(rows.size(), rows_per_task, params_.threads, [&](Index begin, Index end) {
        alignas(64) float tile[rows_per_tile * PackedRows::lanes];
        for (Index i = begin; i < end; i += rows_per_tile) {
          const Index last = std::min(end, i + rows_per_tile);
          packed.kernel(rows, norms, i, last, kernel_, tile);
          for (Index r = i; r < last; ++r)
            for (std::size_t k = 0; k < some.size(); ++k)
              sums[static_cast<std::size_t>(r)] +=
                  all_.b[static_cast<std::size_t>(some[k])] *
                  double{tile[(r - i) * PackedRows::lanes + static_cast<Index>(k)]};
        }
      });
    }
    for (std::size_t k = 0; k < inactive.size(); ++k) {
      const auto i = static_cast<std::size_t>(inactive[k]);
      all_.gradient[i] = y_[i] - sums[k];
    }
    working_.renumber(active_);
    activate_all();
  }

  void finish() {
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
    result_.rho = -(free > 0 ? sum / static_cast<double>(free) : (violation.most + violation.least) / 2);
    result_.b = all_.b;
  }

  const Rows& x_;
  Kernel kernel_;
  SvcDualParams params_;
  Index most_in_a_round_;  ///< variables of a working set: what is asked for, or what the cache allows
  WorkingSet working_;
  /// More variables are free than working sets can hold, so that rounds undo each other's work: steps are
  /// among all active variables from now on.
  bool wide_ = false;
  DualState all_, state_;
  std::vector<double> y_;
  std::vector<Index> active_;
  std::vector<float> matrix_;
  std::unique_ptr<OwnedRows> active_copy_;
  std::optional<KernelRows> kernel_rows_;
  SvcDualResult result_;
};

}  // namespace

SvcDualResult solve_svc_dual(const Rows& x, const std::vector<bool>& positive, const Kernel& kernel,
                             const SvcDualParams& params) {
  return Decomposition(x, positive, kernel, params).run();
}

}  // namespace sketchbench
