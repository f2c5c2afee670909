#pragma once
#include <limits>
#include <span>
#include <vector>

#include "core/rows.hpp"

namespace sketchbench {

/// The prediction for a row of which a model can say nothing: not a number.
inline constexpr float undecided = std::numeric_limits<float>::quiet_NaN();

/// A trained model: it gives every row scores, and its prediction is read from them.
class Model {
 public:
  virtual ~Model() = default;
  /// Scores of a row. What they are is the learner's: decision values of classes or of pairs of classes, or
  /// one that is the predicted target.
  virtual Index outputs() const = 0;
  /// Of all rows: x.size() x outputs(), row by row. A score can be infinite or NaN, on values far beyond
  /// those of training.
  std::vector<double> scores(const Rows& x, int threads = 1) const;
  /// One prediction a row: one of the training labels, or a target; `undecided` where a score is not finite.
  std::vector<float> predict(const Rows& x, int threads = 1) const;

 protected:
  /// Writes what scores() returns.
  virtual void score(const Rows& x, int threads, std::span<double> scores) const = 0;
  /// What one row's scores, all of them finite, predict.
  virtual float decide(std::span<const double> scores) const = 0;
};

/// A model with one score, which is the predicted target.
class Regressor : public Model {
 public:
  Index outputs() const final { return 1; }

 protected:
  /// To single precision; beyond it, nothing is predicted.
  float decide(std::span<const double> scores) const final;
};

}  // namespace sketchbench
