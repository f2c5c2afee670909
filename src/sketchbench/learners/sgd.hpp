#pragma once
#include <string>
#include <utility>
#include <vector>

#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

/// The order in which an epoch of Sgd visits n rows: chunks of neighbours, which a file gives at once, are
/// drawn without replacement; the rows of so many chunks at a time are shuffled together.
class SgdOrder {
 public:
  static constexpr Index rows_per_chunk = 64, chunks_per_group = 64;

  SgdOrder(Index n, Seed seed, int epoch);
  Index groups() const;
  /// Beginnings and ends of the chunks of a group.
  std::vector<std::pair<Index, Index>> chunks(Index group) const;
  /// Its rows in the order in which they are visited; the place of each among those of its chunks.
  std::vector<Index> places(Index group) const;

 private:
  Index n_;
  Seed seed_;
  int epoch_;
  std::vector<Index> chunks_;
};

/// Averaged implicit stochastic gradient descent (Toulis, Tran & Airoldi, "Towards stability and optimality
/// in stochastic gradient descent", AISTATS 2016) on linear models:
///     min over w of sum_i c_i loss(y_i, <w, x_i>) / sum_i c_i + lambda |w|^2
/// with weights c_i of rows (1 unless they are given). A step on row i with the rate eta_t,
///     w <- w / (1 + 2 lambda eta_t), then
///     w <- argmin over v of |v - w|^2 / 2 + eta_t (c_i n / sum_i c_i) loss(y_i, <v, x_i>),
/// has a closed form and cannot overshoot, whatever the rate. eta_t = eta_0 / (1 + 10 t / n)^(1/2), with
/// eta_0 = 1 / (2 R^2) and R^2 the mean |x|^2 of the rows that are visited first. The model is the mean of w
/// over the second half of all steps. O(D) time a step (of sparse rows, their non-zeros), and O(D) memory:
/// two vectors for each class, and the features of 4,096 rows, which are made once a visit.
///
/// lambda is that of falkon. With C = 1 / (2 lambda n), squared_hinge and hinge are the problems of
/// LIBLINEAR's solvers 2 and 3; with n times this lambda, squared is that of ridge.
class Sgd final : public Learner {
 public:
  enum class Loss { squared_hinge, hinge, squared };
  struct Params {
    Task task = Task::classification;  ///< of targets the loss is squared
    Loss loss = Loss::squared_hinge;
    double lambda = 1e-6;
    Index epochs = 5;       ///< visits of each row
    bool intercept = true;  ///< of targets: they are taken about their weighted mean, which is added
    int threads = 1;        ///< make features; changes no bit
  };

  explicit Sgd(const Params& params) : params_(params) {}
  /// `seed` draws the order.
  Trained train(const LabeledRows& data, Seed seed) const override;
  Trained train_on_blocks(const RowBlocks& rows, std::span<const float> y, std::span<const double> weights,
                          Seed seed) const override;

 private:
  Params params_;
};

/// "sgd".
LearnerKind sgd_kind();

}  // namespace sketchbench
