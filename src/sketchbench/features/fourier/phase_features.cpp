#include <sketchbench/features/fourier/phase_features.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <sketchbench/core/random.hpp>
#include <sketchbench/features/fourier/vector_cosine.hpp>

namespace sketchbench {
namespace {

Index pairs_of(Index D, FourierForm form) { return form == FourierForm::pairs ? D / 2 : 0; }
Index lone_of(Index D, FourierForm form) { return D - 2 * pairs_of(D, form); }

}  // namespace

PhaseFeatures::PhaseFeatures(Index D, FourierForm form, Seed seed, const std::string& name)
    : pairs_(pairs_of(D, form)),
      scale_(static_cast<float>(std::sqrt(2 / static_cast<double>(D)))),
      offsets_(static_cast<std::size_t>(lone_of(D, form))) {
  RandomStream random(seed, name + ".offset");
  for (float& offset : offsets_) offset = static_cast<float>(2 * std::numbers::pi * random.uniform());
}

Index PhaseFeatures::frequencies(Index D, FourierForm form) { return pairs_of(D, form) + lone_of(D, form); }

double PhaseFeatures::memory(Index D, FourierForm form) {
  return static_cast<double>(sizeof(float)) * static_cast<double>(lone_of(D, form));
}

void PhaseFeatures::write(float* phases, Index begin, Index end, float* z) const {
  if (const Index paired = std::min(end, pairs_); begin < paired)
    vector_sincos(phases, paired - begin, scale_, z + begin, z + pairs_ + begin);
  const Index lone = std::max(begin, pairs_);
  if (lone >= end) return;
  const float* const offset = offsets_.data() + (lone - pairs_);
  float* const from = phases + (lone - begin);
  for (Index j = 0; j < end - lone; ++j) from[j] += offset[j];
  vector_cos(from, end - lone, scale_, z + pairs_ + lone);
}

double fourier_variance(Index D, FourierForm form, double k, double k2) {
  const double paired = (1 + k2) / 2 - k * k, lone = 1 + k2 / 2 - k * k;
  const auto pairs = static_cast<double>(pairs_of(D, form)), alone = static_cast<double>(lone_of(D, form));
  const auto d = static_cast<double>(D);
  // The estimate sums (2 / D) cos for each pair, and (1 / D) of what has mean k for each lone feature.
  return (4 * pairs * paired + alone * lone) / (d * d);
}

}  // namespace sketchbench
