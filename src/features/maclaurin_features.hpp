#pragma once
#include <string>
#include <vector>

#include "features/degree_measure.hpp"
#include "features/rademacher.hpp"

namespace sketchbench {

/// Random Maclaurin features (Kar & Karnick 2012): feature i has a random degree N and the value
/// sqrt(a_N / (P(N) count)) * product over j = 1 .. N of <w_ij, x>, with Rademacher vectors w_ij. The inner
/// product of two rows of `count` features is an unbiased estimate of the sum of a_n <x, y>^n over the
/// measure's terms. Feature i's degree and vectors do not depend on `count`.
class MaclaurinFeatures {
 public:
  /// `name` keeps the draws of different maps apart.
  MaclaurinFeatures(Index d, const DegreeMeasure& measure, Index count, Seed seed, const std::string& name);

  Index count() const { return static_cast<Index>(features_.size()); }
  /// Floats of workspace that transform() needs for a row.
  Index workspace_per_row() const { return signs_.padded_columns(); }
  /// Writes count() values for each row of x, row i at z.row(i).
  void transform(const Rows& x, MatrixRef z, float* workspace) const;

  int degree(Index i) const { return features_[static_cast<std::size_t>(i)].degree; }
  /// 0 for a feature that is left at zero.
  float scale(Index i) const { return features_[static_cast<std::size_t>(i)].scale; }
  /// Coordinate k of w_ij, j from 0.
  int sign(Index i, int j, Index k) const {
    return signs_.sign(k, features_[static_cast<std::size_t>(i)].column + j);
  }

  std::size_t memory_bytes() const { return signs_.memory_bytes() + features_.size() * sizeof(Feature); }
  static double memory(Index d, const DegreeMeasure& measure, Index count);

 private:
  struct Feature {
    int degree;
    float scale;
    Index column;  ///< of the first of its `degree` projections
  };
  static std::vector<Feature> draw(const DegreeMeasure& measure, Index count, Seed seed,
                                   const std::string& name);

  std::vector<Feature> features_;
  RademacherMatrix signs_;
};

}  // namespace sketchbench
