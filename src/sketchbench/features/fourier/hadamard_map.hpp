#pragma once
#include <string>
#include <vector>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/features/fourier/phase_features.hpp>

namespace sketchbench {

/// Square blocks of frequencies as products of Hadamard matrices H (without a factor) with diagonal and
/// permutation matrices, for rows that are padded with zeros to p = 2^k >= d values:
///     H F2 H F1 Pi H F0   or, without the last H,   F2 H F1 Pi H F0.
struct HadamardBlock {
  std::vector<float> factors[3];          ///< diagonals of F0, F1, F2; p each
  std::vector<std::int32_t> permutation;  ///< (Pi y)_k = y[permutation[k]]; empty: none
  bool ends_in_transform = false;         ///< the last H

  /// y = the block times row i, p values; `spare`: p more.
  void apply(const Rows& x, Index i, float* y, float* spare) const;
  std::size_t memory_bytes() const;
};

/// A map whose frequencies are rows of such blocks, a cosine and a sine of each: O(D log d) a row. All blocks
/// stand under each other; of the last one as many rows are used as D takes.
class HadamardMap final : public FeatureMap {
 public:
  using MakeBlock = HadamardBlock (*)(Index padded, double sigma, Seed seed, Index number);
  HadamardMap(Index d_in, double sigma, Index D, Seed seed, const std::string& name, MakeBlock make_block);

  void transform(const Rows& x, MatrixRef z, int threads = 1) const override;
  std::size_t memory_bytes() const override;

  /// The draws.
  const std::vector<HadamardBlock>& blocks() const { return blocks_; }
  Index padded() const { return padded_; }

 private:
  Index padded_;
  PhaseFeatures features_;
  std::vector<HadamardBlock> blocks_;
};

/// What kinds of HadamardMap have in common; what is their own is left to be filled in.
FeatureMapKind hadamard_map_kind();
/// Bytes, where a block keeps so many of them for each of its frequencies.
double hadamard_map_memory(const MapRequest& request, std::size_t bytes_of_frequency);

}  // namespace sketchbench
