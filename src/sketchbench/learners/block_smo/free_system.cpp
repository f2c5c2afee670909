#include <sketchbench/learners/block_smo/free_system.hpp>

#include <algorithm>

#include <sketchbench/core/threads.hpp>
#include <sketchbench/learners/blocked_cholesky.hpp>

namespace sketchbench {
namespace {

using Eigen::Lower;
using Eigen::MatrixXd;
using Eigen::MatrixXf;
using Eigen::Upper;
using Eigen::VectorXd;
using Eigen::VectorXf;

constexpr Index columns_per_task = 256;
constexpr Index rows_per_task = 64;
// Beyond this share of the base another factor costs less than the borders.
constexpr Index base_per_border = 12;
constexpr Index fewest_borders = 64;

Index most_borders(Index base) { return std::max(fewest_borders, base / base_per_border); }

// x = L^-1 x and x = L^-T x. Eigen refers to the first number, and with no borders there is none.
template <class Factor, class Values>
void solve_forwards(const Factor& l, Values&& x) {
  if (x.size() > 0) l.template triangularView<Lower>().solveInPlace(x);
}
template <class Factor, class Values>
void solve_backwards(const Factor& l, Values&& x) {
  if (x.size() > 0) l.transpose().template triangularView<Upper>().solveInPlace(x);
}

}  // namespace

double FreeSystem::memory(double n) {
  const double borders = std::max<double>(fewest_borders, n / base_per_border);
  // The factor; columns, and those of one set; three matrices of borders.
  return 4 * n * n + 2 * 4 * n * 2 * borders + 3 * 8 * borders * borders;
}

void FreeSystem::forget() {
  base_.clear();
  columns_.clear();
  factor_.resize(0, 0);
}

void FreeSystem::renumber(std::span<const Index> new_number) {
  const auto number_of = [&](Index row) { return new_number[static_cast<std::size_t>(row)]; };
  if (std::any_of(base_.begin(), base_.end(), [&](Index row) { return number_of(row) < 0; })) return forget();
  for (Index& row : base_) row = number_of(row);
  std::map<Border, VectorXf> columns;
  for (auto& [border, column] : columns_)
    if (number_of(border.first) >= 0)
      columns.emplace(Border{number_of(border.first), border.second}, std::move(column));
  columns_ = std::move(columns);
}

bool FreeSystem::set(const SelectedRows& s, Index size, double delta) {
  std::vector<Index> place(static_cast<std::size_t>(size), -1);
  Index common = 0;
  for (std::size_t k = 0; k < base_.size(); ++k)
    place[static_cast<std::size_t>(base_[k])] = static_cast<Index>(k);
  for (const Index row : s.members) common += place[static_cast<std::size_t>(row)] >= 0 ? 1 : 0;
  const Index base = std::ssize(base_), borders = base + std::ssize(s.members) - 2 * common;
  if (common > 0 && borders <= most_borders(base) && std::ssize(columns_) <= 2 * most_borders(base) &&
      eliminate_borders(s, place))
    return true;
  return factorise_for(s, delta);
}

bool FreeSystem::factorise_for(const SelectedRows& s, double delta) {
  const Index n = std::ssize(s.members);
  forget();
  delta_ = delta;
  added_ = removed_ = 0;
  factor_.resize(n, n);
  parallel_blocks(n, rows_per_task, threads_, [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k) {
      const float* row = s.values[static_cast<std::size_t>(k)];
      for (Index i = k; i < n; ++i) factor_(i, k) = row[s.members[static_cast<std::size_t>(i)]];
      factor_(k, k) += static_cast<float>(delta);
    }
  });
  ++factors_;
  if (!factorise(factor_, threads_)) return false;
  base_ = s.members;
  place_.resize(s.members.size());
  for (std::size_t k = 0; k < place_.size(); ++k) place_[k] = static_cast<Index>(k);
  return true;
}

/// L^-1 times the borders that are not there yet.
void FreeSystem::make_columns(const SelectedRows& s, const std::vector<Border>& wanted,
                              const std::vector<Index>& place) {
  std::vector<Border> missing;
  for (const Border& border : wanted)
    if (!columns_.contains(border)) missing.push_back(border);
  const Index base = std::ssize(base_), count = std::ssize(missing);
  MatrixXf made = MatrixXf::Zero(base, count);
  parallel_blocks(count, columns_per_task, threads_, [&](Index begin, Index end) {
    for (Index c = begin; c < end; ++c) {
      const auto [row, is_added] = missing[static_cast<std::size_t>(c)];
      if (!is_added) {
        made(place[static_cast<std::size_t>(row)], c) = 1;
        continue;
      }
      const auto member = std::lower_bound(s.members.begin(), s.members.end(), row) - s.members.begin();
      const float* values = s.values[static_cast<std::size_t>(member)];
      for (Index i = 0; i < base; ++i) made(i, c) = values[base_[static_cast<std::size_t>(i)]];
    }
    solve_forwards(factor_, made.middleCols(begin, end - begin));
  });
  for (Index c = 0; c < count; ++c) columns_.emplace(missing[static_cast<std::size_t>(c)], made.col(c));
}

bool FreeSystem::eliminate_borders(const SelectedRows& s, const std::vector<Index>& place) {
  std::vector<Border> wanted;
  std::vector<bool> stays(base_.size(), false);
  std::vector<std::size_t> of_added;  // places among the members
  place_.resize(s.members.size());
  for (std::size_t k = 0; k < s.members.size(); ++k) {
    place_[k] = place[static_cast<std::size_t>(s.members[k])];
    if (place_[k] >= 0) {
      stays[static_cast<std::size_t>(place_[k])] = true;
      continue;
    }
    wanted.emplace_back(s.members[k], true);
    of_added.push_back(k);
    place_[k] = -std::ssize(wanted);
  }
  added_ = std::ssize(wanted);
  for (std::size_t k = 0; k < base_.size(); ++k)
    if (!stays[k]) wanted.emplace_back(base_[k], false);
  removed_ = std::ssize(wanted) - added_;
  if (wanted.empty()) return true;
  make_columns(s, wanted, place);
  borders_.resize(std::ssize(base_), std::ssize(wanted));
  for (std::size_t k = 0; k < wanted.size(); ++k)
    borders_.col(static_cast<Index>(k)) = columns_.at(wanted[k]);

  const MatrixXd products = (borders_.transpose() * borders_).cast<double>();
  of_added_ = -products.topLeftCorner(added_, added_);
  for (Index a = 0; a < added_; ++a) {
    const float* values = s.values[of_added[static_cast<std::size_t>(a)]];
    for (Index b = 0; b < added_; ++b)
      of_added_(b, a) +=
          double{values[s.members[of_added[static_cast<std::size_t>(b)]]]} + (a == b ? delta_ : 0);
  }
  if (!factorise(of_added_, threads_)) return false;
  // With A = La La^T the rest is - (D + (La^-1 C)^T La^-1 C), C the part between A and R.
  of_both_ = -products.topRightCorner(added_, removed_);
  solve_forwards(of_added_, of_both_);
  of_removed_ = products.bottomRightCorner(removed_, removed_);
  of_removed_.noalias() += of_both_.transpose() * of_both_;
  return factorise(of_removed_, threads_);
}

VectorXd FreeSystem::solve(const VectorXd& r) const {
  VectorXf x = VectorXf::Zero(factor_.rows());
  VectorXd a = VectorXd::Zero(added_);
  for (Index k = 0; k < r.size(); ++k) {
    const Index at = place_[static_cast<std::size_t>(k)];
    if (at >= 0)
      x[at] = static_cast<float>(r[k]);
    else
      a[-1 - at] = r[k];
  }
  solve_forwards(factor_, x);
  if (added_ + removed_ > 0) {
    const VectorXd products = (borders_.transpose() * x).cast<double>();
    a -= products.head(added_);
    solve_forwards(of_added_, a);
    VectorXd both(added_ + removed_);
    both.tail(removed_) = of_both_.transpose() * a + products.tail(removed_);
    solve_forwards(of_removed_, both.tail(removed_));
    solve_backwards(of_removed_, both.tail(removed_));
    a -= of_both_ * both.tail(removed_);
    solve_backwards(of_added_, a);
    both.head(added_) = a;
    x -= borders_ * both.cast<float>();
  }
  solve_backwards(factor_, x);
  VectorXd answer(r.size());
  for (Index k = 0; k < r.size(); ++k) {
    const Index at = place_[static_cast<std::size_t>(k)];
    answer[k] = at >= 0 ? double{x[at]} : a[-1 - at];
  }
  return answer;
}

}  // namespace sketchbench
