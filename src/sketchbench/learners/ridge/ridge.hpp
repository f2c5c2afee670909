#pragma once
#include <optional>
#include <span>

#include <sketchbench/core/communicator.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/ridge/lambda.hpp>
#include <sketchbench/learners/row_blocks.hpp>

namespace sketchbench {

/// Linear ridge regression (Hoerl & Kennard 1970) in closed form:
///     min over w, b of sum_i c_i (<w, x_i> + b - y_i)^2 + lambda |w|^2,
/// where the rows' weights c_i are 1 unless they are given, by the Cholesky factor of X^T X + lambda I (X^T C
/// X), d x d, which is accumulated in double precision from blocks of rows: O(n d^2 + d^3) time and O(d^2)
/// memory, whatever n. With an intercept, which is not penalised, X and y are centred first, so that large
/// means lose no digits; it costs one more pass over the rows. With twice as many columns as rows or more the
/// minimum is that of the dual (Saunders, Gammerman & Vovk 1998), w = X^T a with (X X^T + lambda I) a = y:
/// O(n^2) for each non-zero of a row, O(n^3) and O(n^2) memory (ridge_dual.hpp).
///
/// With a grid, lambda is the one with the least mean squared leave-one-out error, in closed form
/// (ridge_leave_one_out.hpp), which costs one more pass over the rows and O(n d^2). The grid's unit is the
/// mean diagonal of X^T X about the means (1 where X is constant), so that neither the rows' scale nor their
/// number changes what it reaches.
class Ridge final : public Learner {
 public:
  struct Params {
    LambdaRule lambda =
        default_lambda;     ///< a number: in the unit of X^T X, so it grows with the number of rows
    bool intercept = true;  ///< b; false: b = 0
    int threads = 1;        ///< does not change the result
    /// Each has rows of its own, and the same model: results agree but for rounding, whatever their number.
    const Communicator* ranks = &Communicator::alone();
    /// Whether the dual is solved, for a rank that has all rows; none: where it costs less.
    std::optional<bool> dual = {};
  };

  explicit Ridge(const Params& params) : params_(params) {}
  /// Draws nothing. InputError where X^T X + lambda I, of the dual X X^T + lambda I, is singular to double
  /// precision; with a grid, where it is for all of its lambdas, and where there is only one row.
  Trained train(const LabeledRows& data, Seed seed) const override;
  Trained train_on_blocks(const RowBlocks& rows, std::span<const float> y, std::span<const double> weights,
                          Seed seed) const override;

 private:
  Params params_;
};

/// "ridge". Streamed features have the same result.
LearnerKind ridge_kind();

}  // namespace sketchbench
