#pragma once
#include <optional>
#include <span>
#include <vector>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/learners/model_parts.hpp>

namespace sketchbench {

/// A trained model: it gives every row scores, and its prediction is read from them.
class Model {
 public:
  virtual ~Model() = default;
  /// Scores of a row. What they are is the learner's: decision values of classes or of pairs of classes, or
  /// one that is the predicted target.
  virtual Index outputs() const = 0;
  /// The labels of its classes, in the order that scores have and that decides between equal ones; empty for
  /// a regressor.
  virtual std::vector<int> classes() const { return {}; }
  /// Whether scores are of the pairs (0, 1), (0, 2), ..., (1, 2), ... of classes: above 0 for the first.
  virtual bool scores_pairs() const { return false; }
  /// What LearnerKind::restore makes it from again; none for a model that cannot be kept.
  virtual std::optional<ModelParts> parts() const { return std::nullopt; }
  /// Of all rows: x.size() x outputs(), row by row. A score can be infinite or NaN, on values far beyond
  /// those of training.
  std::vector<double> scores(const Rows& x, int threads = 1) const;
  /// One prediction a row: one of the training labels, or a target; not a number where a score is not finite.
  std::vector<float> predict(const Rows& x, int threads = 1) const;
  /// The same from what scores() returns.
  std::vector<float> predictions(std::span<const double> scores) const;

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
