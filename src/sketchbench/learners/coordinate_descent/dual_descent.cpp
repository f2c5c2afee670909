#include <sketchbench/learners/coordinate_descent/dual_descent.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/multiply_add.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/core/stop.hpp>

namespace sketchbench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// A projected gradient below this is rounding.
constexpr double negligible = 1e-12;
// Rows come in random order, which no hardware foresees: the values of one are asked for while those before
// it are at work.
constexpr Index rows_ahead = 4, bytes_of_a_line = 64;

/// `width` problems at a time, of which those behind w's columns do not exist. Coordinate j of problem k's
/// weights is at w_[j * width + k]: of one problem in the caller's own array, which for a million columns
/// saves as much again.
template <Index width>
class Descent {
 public:
  Descent(const HingeProblems& problems, const Rows& rows, Index first, Seed seed,
          Eigen::Ref<Eigen::MatrixXd> w)
      : problems_(problems),
        rows_(rows),
        first_(first),
        constant_(problems.rows().constant()),
        weighted_(problems.is_weighted()),
        curvature_(0.5 / problems.C()),
        random_(seed, "learners.coordinate_descent", static_cast<std::uint64_t>(first)),
        result_(w),
        of_group_(width == 1 ? 0 : static_cast<std::size_t>(problems.dim() * width)),
        w_(width == 1 ? w.data() : of_group_.data()),
        a_(static_cast<std::size_t>(rows.size() * width)),
        squared_length_(static_cast<std::size_t>(rows.size())),
        left_out_(static_cast<std::size_t>(rows.size())),
        order_(static_cast<std::size_t>(rows.size())),
        active_(rows.size()) {
    for (Index i = 0; i < rows.size(); ++i)
      squared_length_[static_cast<std::size_t>(i)] = squared_norm(rows, i) + constant_ * constant_;
    if (width == 1) w.setZero();
    std::iota(order_.begin(), order_.end(), Index{0});
    for (Index k = w.cols(); k < width; ++k) closed_ |= bit(k);
    bound_.fill(infinity);
  }

  void run(const DescentLimits& limits, std::vector<DescentOutcome>& outcomes) {
    for (int pass = 1; closed_ != all && pass <= limits.max_passes; ++pass) {
      require_going();
      shuffle();
      highest_.fill(-infinity);
      lowest_.fill(infinity);
      for (Index at = 0; at < active_; ++at) {
        ask_for_row(at);
        if (!visit(order_[static_cast<std::size_t>(at)])) {
          --active_;
          std::swap(order_[static_cast<std::size_t>(at)], order_[static_cast<std::size_t>(active_)]);
          --at;
        }
      }
      for (Index k = 0; k < std::ssize(outcomes); ++k)
        if ((closed_ & bit(k)) == 0) judge(k, limits.eps, outcomes[static_cast<std::size_t>(k)]);
    }
  }

  void take_weights() {
    if constexpr (width > 1)
      for (Index k = 0; k < result_.cols(); ++k)
        for (Index j = 0; j < result_.rows(); ++j) result_(j, k) = w_[j * width + k];
  }

 private:
  using Set = std::uint8_t;  ///< of problems
  static constexpr Set all = static_cast<Set>((1u << width) - 1);
  static constexpr Set bit(Index k) { return static_cast<Set>(1u << k); }
  /// Sums beside each other: enough of them that none waits for the last one's addition.
  static constexpr std::size_t chains = width >= 8 ? 2 : 4;

  void shuffle() {
    for (Index at = 0; at + 1 < active_; ++at) {
      const auto left = static_cast<std::uint64_t>(active_ - at);
      const auto other = at + static_cast<Index>((random_.bits32() * left) >> 32);
      std::swap(order_[static_cast<std::size_t>(at)], order_[static_cast<std::size_t>(other)]);
    }
  }

  // Inlined at once: GCC takes a function that only fetches for one without effect, and drops the call.
  [[gnu::always_inline]] void ask_for_row(Index at) const {
    if (at + 2 * rows_ahead < active_)
      __builtin_prefetch(rows_.row_start() + order_[static_cast<std::size_t>(at + 2 * rows_ahead)]);
    if (at + rows_ahead >= active_) return;
    const Index i = order_[static_cast<std::size_t>(at + rows_ahead)];
    __builtin_prefetch(&a_[static_cast<std::size_t>(i * width)]);
    __builtin_prefetch(&squared_length_[static_cast<std::size_t>(i)]);
    const std::int64_t begin = rows_.row_start()[i], end = rows_.row_start()[i + 1];
    for (std::int64_t k = begin; k < end; k += bytes_of_a_line / Index{sizeof(float)}) {
      __builtin_prefetch(rows_.columns() + k);
      __builtin_prefetch(rows_.values() + k);
    }
  }

  /// sum[k] = <row, w_k>.
  void multiply(const SparseRow& row, double* sum) const {
    double partial[chains][width] = {};
    const auto add = [&](std::size_t at, double* to) {
      const double* const from = w_ + row.column[at] * width;
      const double value = row.value[at];
      for (Index k = 0; k < width; ++k) to[k] = multiply_add(value, from[k], to[k]);
    };
    std::size_t at = 0;
    for (; at + chains <= row.column.size(); at += chains)
      for (std::size_t c = 0; c < chains; ++c) add(at + c, partial[c]);
    for (; at < row.column.size(); ++at) add(at, partial[0]);
    const double* const of_constant = w_ + rows_.dim() * width;
    for (Index k = 0; k < width; ++k) {
      sum[k] = partial[0][k];
      for (std::size_t c = 1; c < chains; ++c) sum[k] += partial[c][k];
      if (constant_ != 0) sum[k] += constant_ * of_constant[k];
    }
  }

  /// w_k += change[k] * row.
  void add(const SparseRow& row, const double* change) {
    std::size_t at = 0;
    // A row's columns are distinct, so that some can be read before any is written.
    for (; at + chains <= row.column.size(); at += chains) {
      double sum[chains][width];
      for (std::size_t c = 0; c < chains; ++c) {
        const double* const from = w_ + row.column[at + c] * width;
        for (Index k = 0; k < width; ++k)
          sum[c][k] = multiply_add(change[k], double{row.value[at + c]}, from[k]);
      }
      for (std::size_t c = 0; c < chains; ++c) std::copy_n(sum[c], width, w_ + row.column[at + c] * width);
    }
    for (; at < row.column.size(); ++at) {
      double* const to = w_ + row.column[at] * width;
      for (Index k = 0; k < width; ++k) to[k] = multiply_add(change[k], double{row.value[at]}, to[k]);
    }
    if (constant_ == 0) return;
    double* const of_constant = w_ + rows_.dim() * width;
    for (Index k = 0; k < width; ++k) of_constant[k] += change[k] * constant_;
  }

  /// Minimises over the row's coordinates; false: no problem needs the row for now.
  bool visit(Index i) {
    const auto at = static_cast<std::size_t>(i);
    Set& left_out = left_out_[at];
    if ((left_out | closed_) == all) return false;
    const SparseRow row = rows_.sparse_row(i);
    double sum[width], change[width] = {};
    multiply(row, sum);
    bool moved = false;
    for (Index k = 0; k < width; ++k) {
      if (((left_out | closed_) & bit(k)) != 0) continue;
      const double weight = weighted_ ? problems_.weight(first_ + k, i) : 1;
      if (weight == 0) continue;
      const double side = problems_.side(first_ + k, i), curvature = curvature_ / weight;
      double& a = a_[at * width + static_cast<std::size_t>(k)];
      const auto of_problem = static_cast<std::size_t>(k);
      const double slope = side * sum[k] - 1 + a * curvature;
      double projected = slope;
      if (a == 0) {
        if (slope > bound_[of_problem]) {
          left_out |= bit(k);
          shrunk_ |= bit(k);
          continue;
        }
        projected = std::min(slope, 0.0);
      }
      highest_[of_problem] = std::max(highest_[of_problem], projected);
      lowest_[of_problem] = std::min(lowest_[of_problem], projected);
      if (std::abs(projected) <= negligible) continue;
      const double next = std::max(a - slope / (squared_length_[at] + curvature), 0.0);
      change[k] = side * (next - a);
      moved = moved || next != a;
      a = next;
    }
    if (moved) add(row, change);
    return (left_out | closed_) != all;
  }

  /// What a pass says of a problem: it is solved; or solved but for the rows that were left out, which come
  /// back; or which rows are likely to keep a = 0.
  void judge(Index k, double eps, DescentOutcome& outcome) {
    const auto of_problem = static_cast<std::size_t>(k);
    ++outcome.passes;
    outcome.violation = std::max(highest_[of_problem] - lowest_[of_problem], 0.0);
    if (!std::isfinite(outcome.violation))
      throw InputError(
          "coordinate_descent: a gradient is beyond double precision: scale the data, or lower C");
    bound_[of_problem] = highest_[of_problem] > 0 ? highest_[of_problem] : infinity;
    if (outcome.violation > eps) return;
    if ((shrunk_ & bit(k)) == 0) {
      outcome.converged = true;
      closed_ |= bit(k);
      return;
    }
    for (Set& left_out : left_out_) left_out &= static_cast<Set>(~bit(k));
    shrunk_ &= static_cast<Set>(~bit(k));
    bound_[of_problem] = infinity;
    active_ = rows_.size();
  }

  const HingeProblems& problems_;
  const Rows& rows_;
  Index first_;
  double constant_;
  bool weighted_;
  double curvature_;  ///< of a row's own term in the dual, where it has weight 1
  RandomStream random_;
  Eigen::Ref<Eigen::MatrixXd> result_;
  std::vector<double> of_group_;  ///< the weights of several problems
  double* w_;
  std::vector<double> a_, squared_length_;
  std::vector<Set> left_out_;  ///< of each row, the problems in which it is likely to keep a = 0
  std::vector<Index> order_;   ///< the first active_ are visited
  Index active_;
  Set closed_ = 0;  ///< problems that are solved or do not exist
  Set shrunk_ = 0;  ///< those in which rows are left out
  std::array<double, width> highest_, lowest_, bound_;
};

template <Index width>
void run(const HingeProblems& problems, const Rows& rows, Index first, const DescentLimits& limits, Seed seed,
         Eigen::Ref<Eigen::MatrixXd> w, std::vector<DescentOutcome>& outcomes) {
  Descent<width> descent(problems, rows, first, seed, w);
  descent.run(limits, outcomes);
  descent.take_weights();
}

}  // namespace

double descent_memory(Index n, Index dim, Index problems) {
  const auto width = static_cast<double>(std::min(problems, most_descending));
  return static_cast<double>(n) * (sizeof(double) * (width + 1) + sizeof(Index) + 1) +
         (problems > 1 ? static_cast<double>(dim) * width * sizeof(double) : 0);
}

std::vector<DescentOutcome> descend(const HingeProblems& problems, const Rows& rows, Index first,
                                    const DescentLimits& limits, Seed seed, Eigen::Ref<Eigen::MatrixXd> w) {
  std::vector<DescentOutcome> outcomes(static_cast<std::size_t>(w.cols()));
  if (w.cols() == 1)
    run<1>(problems, rows, first, limits, seed, w, outcomes);
  else if (w.cols() == 2)
    run<2>(problems, rows, first, limits, seed, w, outcomes);
  else if (w.cols() <= 4)
    run<4>(problems, rows, first, limits, seed, w, outcomes);
  else
    run<8>(problems, rows, first, limits, seed, w, outcomes);
  return outcomes;
}

}  // namespace sketchbench
