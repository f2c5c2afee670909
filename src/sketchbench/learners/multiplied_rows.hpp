#pragma once
#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include <sketchbench/learners/row_blocks.hpp>

namespace sketchbench {

/// Some rows of a block, and products with them: of dense rows in registers, of sparse ones non-zero by
/// non-zero. A row ends with the constant of its RowBlocks, where they have one. Sums are in double
/// precision; one does not depend on what is summed beside it.
class MultipliedRows {
 public:
  /// Coordinates of a row with the constant.
  static Index dim(const RowBlocks& rows) { return rows.dim() + (rows.constant() != 0 ? 1 : 0); }

  /// A dim x k matrix of vectors to multiply with. Refers to it, or where many sparse rows are to be
  /// multiplied with several of them to a copy, coordinate by coordinate.
  class Vectors {
   public:
    Vectors(const RowBlocks& rows, const Eigen::Ref<const Eigen::MatrixXd>& v);
    /// `count` of them as sparse rows want them: coordinate j of v_k is v[j * count + k].
    static Vectors by_coordinate(const double* v, Index count) { return {v, count, 1}; }
    Vectors(const Vectors&) = delete;
    Vectors& operator=(const Vectors&) = delete;

   private:
    friend class MultipliedRows;
    Vectors(const double* data, Index between_coordinates, Index between_vectors)
        : data_(data), between_coordinates_(between_coordinates), between_vectors_(between_vectors) {}

    std::optional<Eigen::MatrixXd> copy_;
    const double* data_;
    Index between_coordinates_, between_vectors_;
  };

  /// Sums for `columns` vectors, all zero, as add() wants them: column by column, for sparse rows coordinate
  /// by coordinate.
  static Eigen::MatrixXd no_sum(const RowBlocks& rows, Index columns);
  /// Such sums as a dim x columns matrix.
  static Eigen::MatrixXd whole_sum(const RowBlocks& rows, Eigen::MatrixXd sum);

  explicit MultipliedRows(const RowBlocks& rows) : all_(rows), sparse_(rows.sparse()) {}
  MultipliedRows(const MultipliedRows&) = delete;
  MultipliedRows& operator=(const MultipliedRows&) = delete;

  /// Rows begin .. end - 1, all of which are chosen.
  void load(Index begin, Index end);
  /// Those of them for whose number `wanted` is true.
  template <class Wanted>
  void choose(const Wanted& wanted) {
    number_.clear();
    rows_.clear();
    for (Index i = begin_; i < end_; ++i) {
      if (!wanted(i)) continue;
      number_.push_back(i);
      if (sparse_ == nullptr) rows_.push_back(loaded_[static_cast<std::size_t>(i - begin_)]);
    }
  }
  /// Their numbers.
  std::span<const Index> number() const { return number_; }

  /// product[i * count + k] = <row i, v_(first + k)>.
  void multiply(const Vectors& v, Index first, Index count, double* product) const;
  /// Adds sum_i coefficient[i * count + k] row_i to column first + k of a no_sum().
  void add(const double* coefficient, Index first, Index count, Eigen::MatrixXd& sum) const;
  /// Adds the squares of their coordinates, times the row's weight (none: 1), to a column of one.
  void add_squares(std::span<const double> weight, Index column, Eigen::MatrixXd& sum) const;

 private:
  const RowBlocks& all_;
  const Rows* sparse_;
  Index begin_ = 0, end_ = 0;
  RowMajorMatrix workspace_;
  std::vector<const float*> loaded_, rows_;  ///< dense: of the block, and those that are chosen
  std::vector<Index> number_;
};

/// product[i * count + k] = <row i, v_k> for all rows.
void multiply_all(const RowBlocks& rows, const MultipliedRows::Vectors& v, Index count, int threads,
                  std::span<double> product);
/// Likewise of v.cols() vectors. v: dim x k.
void multiply_all(const RowBlocks& rows, const Eigen::Ref<const Eigen::MatrixXd>& v, int threads,
                  std::span<double> product);

}  // namespace sketchbench
