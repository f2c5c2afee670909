#pragma once
#include <string>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// A subsampled randomised Hadamard transform (Ailon & Chazelle 2009; Tropp 2011): P = sqrt(p / m) R H S,
/// where S gives each of n values a random sign, H is the orthonormal Hadamard matrix of p = 2^k >= n rows
/// (values are padded with zeros), and R takes m of the p rows, all choices alike, without repetition.
/// E <P f, P g> = <f, g>.
class SubsampledHadamard {
 public:
  /// Throws InputError unless 1 <= m <= p <= 2^30. `name` keeps the draws of different uses apart.
  SubsampledHadamard(Index n, Index m, Seed seed, const std::string& name);

  Index padded() const { return padded_; }
  /// out = P f. The n values of f are followed by room for padded(); all of it is overwritten.
  void apply(float* f, float* out) const;

  /// The draws: S, and the rows in ascending order.
  const std::vector<float>& signs() const { return signs_; }
  const std::vector<std::int32_t>& rows() const { return rows_; }

  std::size_t memory_bytes() const {
    return signs_.size() * sizeof(float) + rows_.size() * sizeof(std::int32_t);
  }
  /// Also of its making.
  static double memory(Index n, Index m);

 private:
  Index padded_;
  float scale_;
  std::vector<float> signs_;
  std::vector<std::int32_t> rows_;
};

}  // namespace sketchbench
