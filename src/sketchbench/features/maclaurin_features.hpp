#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <sketchbench/features/degree_measure.hpp>
#include <sketchbench/features/rademacher.hpp>

namespace sketchbench {

/// Random Maclaurin features (Kar & Karnick 2012): feature i has a random degree N and the value
/// sqrt(a_N / (P(N) count)) * product over j = 1 .. N of <w_ij, x>, with Rademacher vectors w_ij. The inner
/// product of two rows of `count` features is an unbiased estimate of the sum of a_n <x, y>^n over the
/// measure's terms. Feature i's degree and vectors do not depend on `count`.
class MaclaurinFeatures {
 public:
  /// `name` keeps the draws of different maps apart.
  MaclaurinFeatures(Index d, const DegreeMeasure& measure, Index count, Seed seed, const std::string& name);

  Index count() const { return count_; }
  /// Rows that a thread takes at once: a tile of signs is used for all of them while it is in the cache.
  static constexpr Index rows_per_block = 48;
  /// Memory for the projections of a block, for one thread.
  using Workspace = std::vector<float>;
  std::shared_ptr<Workspace> make_workspace() const;
  /// Writes count() values for each row of x, at most rows_per_block of them, row i at z.row(i).
  void transform(const Rows& x, MatrixRef z, Workspace& workspace) const;

  int degree(Index i) const { return draws_.degree[static_cast<std::size_t>(i)]; }
  /// 0 for a feature that is left at zero.
  float scale(Index i) const { return draws_.scale[static_cast<std::size_t>(i)]; }
  /// Coordinate k of w_ij, j from 0.
  int sign(Index i, int j, Index k) const { return signs_.sign(k, column(i, j)); }

  std::size_t memory_bytes() const;
  static double memory(Index d, const DegreeMeasure& measure, Index count);
  /// Bytes of a Workspace, an estimate hardly ever exceeded.
  static double workspace(const DegreeMeasure& measure, Index count);

 private:
  // Features are made in groups of 16, one in each lane of a vector. A group's projections stand side by side
  // in levels: the first of each feature that has any, then the second of each that has two, and so on.
  static constexpr Index kGroup = 16;
  struct Level {
    std::uint32_t column;       ///< where the level begins
    std::int32_t lane[kGroup];  ///< its place in it; kGroup for a feature without so many projections
  };
  /// Of each feature; whole groups, with features of degree and scale 0 at the end.
  struct Draws {
    std::vector<int> degree;
    std::vector<float> scale;
  };
  static Draws draw(const DegreeMeasure& measure, Index count, Seed seed, const std::string& name);
  /// Gives every projection its column; returns their number.
  Index lay_out();
  /// Where projection j of feature i stands.
  Index column(Index i, int j) const {
    const Level& level = levels_[groups_[static_cast<std::size_t>(i / kGroup)] + static_cast<std::size_t>(j)];
    return level.column + level.lane[i % kGroup];
  }
  /// The features of a few rows, from their projections.
  template <int rows>
  void multiply(const float* projections, MatrixRef z) const;

  Index count_;
  Draws draws_;
  std::vector<Level> levels_;
  std::vector<std::size_t> groups_;  ///< where each group's levels begin, and where the last one's end
  RademacherMatrix signs_;
};

}  // namespace sketchbench
