#pragma once
#include <span>
#include <utility>
#include <vector>

#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// Rows of which no more is known than their kernel matrix. Symmetric; it need not be positive definite.
class GivenGram {
 public:
  /// `matrix`: dense, n x n, a view. Of its rows, `number` (ascending).
  GivenGram(const Rows& matrix, std::vector<Index> number) : matrix_(matrix), number_(std::move(number)) {}

  Index size() const { return std::ssize(number_); }
  /// kappa of row i with row j.
  float operator()(Index i, Index j) const {
    return matrix_.dense_row(at(i))[static_cast<std::size_t>(at(j))];
  }
  void copy_row(Index i, float* to) const {
    const auto row = matrix_.dense_row(at(i));
    for (const Index j : number_) *to++ = row[static_cast<std::size_t>(j)];
  }
  /// From now on of these of its rows alone.
  void keep(std::span<const Index> kept) {
    for (std::size_t k = 0; k < kept.size(); ++k) number_[k] = at(kept[k]);
    number_.resize(kept.size());
  }

 private:
  Index at(Index i) const { return number_[static_cast<std::size_t>(i)]; }

  Rows matrix_;
  std::vector<Index> number_;
};

}  // namespace sketchbench
