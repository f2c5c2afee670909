#include <sketchbench/features/fourier/hadamard_map.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

#include <sketchbench/core/threads.hpp>
#include <sketchbench/features/fourier/fourier_kind.hpp>
#include <sketchbench/features/fourier/spectral_measure.hpp>
#include <sketchbench/numerics/transforms/walsh_hadamard.hpp>

namespace sketchbench {
namespace {

constexpr auto form = FourierForm::pairs;
// Rows that a block is applied to while its diagonals are in the cache.
constexpr Index rows_per_block = 32;

// What the allocator adds to a vector of a block at most, which counts where blocks are small and many: its
// own word, and the bytes to the next multiple of 16 or to the least that it gives.
constexpr std::size_t bytes_beside_vector = 32;

Index blocks_of(Index padded, Index D) { return (PhaseFeatures::frequencies(D, form) + padded - 1) / padded; }

/// y = F0 x, padded with zeros.
void load_row(const Rows& x, Index i, const std::vector<float>& factor, float* y) {
  if (x.is_sparse()) {
    std::fill_n(y, factor.size(), 0.0f);
    x.for_each_nonzero(i, [&](Index k, float value) { y[k] = value * factor[static_cast<std::size_t>(k)]; });
    return;
  }
  const auto row = x.dense_row(i);
  for (std::size_t k = 0; k < row.size(); ++k) y[k] = row[k] * factor[k];
  std::fill_n(y + row.size(), factor.size() - row.size(), 0.0f);
}

void multiply(float* y, const std::vector<float>& factor) {
  for (std::size_t k = 0; k < factor.size(); ++k) y[k] *= factor[k];
}

/// y_k = x[permutation[k]] factor_k. The pointers tell the compiler that y is apart from the others.
void multiply_permuted(const float* x, const std::vector<std::int32_t>& permutation,
                       const std::vector<float>& factor, float* __restrict y) {
  const std::int32_t* const from = permutation.data();
  const float* const times = factor.data();
  const std::size_t p = permutation.size();
  for (std::size_t k = 0; k < p; ++k) y[k] = x[static_cast<std::uint32_t>(from[k])] * times[k];
}

}  // namespace

void HadamardBlock::apply(const Rows& x, Index i, float* y, float* spare) const {
  const auto p = static_cast<Index>(factors[0].size());
  float* const first = permutation.empty() ? y : spare;
  load_row(x, i, factors[0], first);
  walsh_hadamard(first, p);
  if (permutation.empty())
    multiply(y, factors[1]);
  else
    multiply_permuted(spare, permutation, factors[1], y);
  walsh_hadamard(y, p);
  multiply(y, factors[2]);
  if (ends_in_transform) walsh_hadamard(y, p);
}

std::size_t HadamardBlock::memory_bytes() const {
  std::size_t bytes =
      permutation.empty() ? 0 : bytes_beside_vector + permutation.size() * sizeof(std::int32_t);
  for (const std::vector<float>& factor : factors)
    bytes += bytes_beside_vector + factor.size() * sizeof(float);
  return bytes;
}

HadamardMap::HadamardMap(Index d_in, double sigma, Index D, Seed seed, const std::string& name,
                         MakeBlock make_block)
    : FeatureMap(d_in, D), padded_(padded_to_power_of_two(d_in)), features_(D, form, seed, name) {
  const Index count = blocks_of(padded_, D);
  blocks_.reserve(static_cast<std::size_t>(count));
  for (Index b = 0; b < count; ++b) blocks_.push_back(make_block(padded_, sigma, seed, b));
}

void HadamardMap::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  const auto on_each_thread = [&]() -> BlockBody {
    return [&, y = std::make_shared<std::vector<float>>(static_cast<std::size_t>(2 * padded_))](Index begin,
                                                                                                Index end) {
      for (std::size_t b = 0; b < blocks_.size(); ++b) {
        const Index first = static_cast<Index>(b) * padded_,
                    last = std::min(features_.frequencies(), first + padded_);
        for (Index i = begin; i < end; ++i) {
          blocks_[b].apply(x, i, y->data(), y->data() + padded_);
          features_.write(y->data(), first, last, z.row(i));
        }
      }
    };
  };
  parallel_blocks_with(x.size(), rows_per_block, threads, on_each_thread);
}

std::size_t HadamardMap::memory_bytes() const {
  std::size_t bytes = features_.memory_bytes();
  for (const HadamardBlock& block : blocks_) bytes += sizeof(HadamardBlock) + block.memory_bytes();
  return bytes;
}

double hadamard_map_memory(const MapRequest& request, std::size_t bytes_of_frequency) {
  const Index padded = padded_to_power_of_two(request.d_in);
  constexpr double vectors = 4;  // three diagonals and a permutation
  return static_cast<double>(blocks_of(padded, request.D)) *
             (sizeof(HadamardBlock) + vectors * bytes_beside_vector +
              static_cast<double>(bytes_of_frequency) * static_cast<double>(padded)) +
         PhaseFeatures::memory(request.D, form);
}

FeatureMapKind hadamard_map_kind() {
  return {.summary = {},
          .family = MapFamily::structured,
          .claim = "D log d",
          .supports = is_gaussian,
          .make = nullptr,
          .memory = nullptr,
          .workspace =
              [](const MapRequest& request) {
                return 2.0 * sizeof(float) * static_cast<double>(padded_to_power_of_two(request.d_in));
              },
          .require_shape =
              [](const MapRequest& request) {
                require_padded("the number of input features", request.d_in);
                require_frequencies(request.kernel);
              },
          .claimed_operations =
              [](const MapRequest& request) {
                return static_cast<double>(request.D) *
                       std::log2(std::max(2.0, static_cast<double>(request.d_in)));
              },
          .seconds_of_row =
              [](const MapRequest& request, double /*nonzeros*/) {
                // Factors from a server processor of 2021.
                const auto p = static_cast<double>(padded_to_power_of_two(request.d_in));
                const auto blocks =
                    static_cast<double>(blocks_of(padded_to_power_of_two(request.d_in), request.D));
                return blocks * p * (0.06e-9 * std::log2(p) + 1e-9) +
                       1e-9 * static_cast<double>(PhaseFeatures::frequencies(request.D, form));
              }};
}

}  // namespace sketchbench
