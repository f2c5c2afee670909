#include <sketchbench/numerics/transforms/subsampled_hadamard.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/numerics/transforms/walsh_hadamard.hpp>

namespace sketchbench {

namespace {

/// Asked before anything of that size is allocated.
Index padded_length(Index n) {
  require_padded("the number of values of a Hadamard transform", n);
  return padded_to_power_of_two(n);
}

}  // namespace

SubsampledHadamard::SubsampledHadamard(Index n, Index m, Seed seed, const std::string& name)
    : padded_(padded_length(n)),
      scale_(static_cast<float>(1 / std::sqrt(static_cast<double>(m)))),
      signs_(static_cast<std::size_t>(n)) {
  if (m < 1 || m > padded_)
    throw InputError(
        fmt::format("{} rows of a Hadamard matrix of {}, expected 1 to {}", m, padded_, padded_));
  RandomStream sign(seed, name + ".sign");
  for (float& value : signs_) value = static_cast<float>(sign.sign());
  std::vector<std::int32_t> all(static_cast<std::size_t>(padded_));
  std::iota(all.begin(), all.end(), 0);
  RandomStream(seed, name + ".rows").shuffle(all);
  rows_.assign(all.begin(), all.begin() + m);
  std::ranges::sort(rows_);
}

double SubsampledHadamard::memory(Index n, Index m) {
  const auto padded = static_cast<double>(padded_to_power_of_two(n));
  return sizeof(float) * static_cast<double>(n) + sizeof(std::int32_t) * (static_cast<double>(m) + padded);
}

void SubsampledHadamard::apply(float* f, float* out) const {
  for (std::size_t k = 0; k < signs_.size(); ++k) f[k] *= signs_[k];
  std::fill(f + signs_.size(), f + padded_, 0.0f);
  walsh_hadamard(f, padded_);
  for (std::size_t j = 0; j < rows_.size(); ++j) out[j] = scale_ * f[rows_[j]];
}

}  // namespace sketchbench
