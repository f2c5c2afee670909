#include "features/fft/lane_chirp.hpp"

#include <algorithm>
#include <limits>

#include "features/fft/lane_butterflies.hpp"

namespace sketchbench {

LaneChirp::LaneChirp(Index n) : n_(n), padded_(points(n)) {
  for (Index k = 0; k < n; ++k) chirp_.push_back(rotation(k * k % (2 * n), 2 * n));
  const Index m = padded_.size();
  std::vector<ComplexLanes> signal(static_cast<std::size_t>(m)), scratch(signal.size());
  for (Index k = 0; k < n; ++k) {
    const auto [re, im] = chirp_[static_cast<std::size_t>(k)];
    ComplexLanes& value = signal[static_cast<std::size_t>(k)];
    value.re[0] = re / static_cast<float>(m);
    value.im[0] = -im / static_cast<float>(m);
    if (k > 0) signal[static_cast<std::size_t>(m - k)] = value;
  }
  const ComplexLanes* const spectrum = padded_.forward(signal.data(), scratch.data());
  for (Index k = 0; k < m; ++k) filter_.push_back({spectrum[k].re[0], spectrum[k].im[0]});
}

Index LaneChirp::points(Index n) {
  const Index least = 2 * n - 1;
  Index best = 0;
  double lowest = std::numeric_limits<double>::infinity();
  // A longer transform with better radices can be the faster one.
  for (Index fives = 1; fives <= 2 * least; fives *= 5)
    for (Index threes = fives; threes <= 2 * least; threes *= 3) {
      Index m = threes;
      while (m < least) m *= 2;
      const double cost = static_cast<double>(m) * lane_fft_cost(m);
      if (cost >= lowest) continue;
      lowest = cost;
      best = m;
    }
  return best;
}

ComplexLanes* LaneChirp::forward(ComplexLanes* in, ComplexLanes* scratch) const {
  const Index m = padded_.size();
  for (Index j = 0; j < n_; ++j) in[j] = times(in[j], chirp_[static_cast<std::size_t>(j)]);
  std::fill(in + n_, in + m, ComplexLanes{});
  ComplexLanes* const spectrum = padded_.forward(in, scratch);
  for (Index k = 0; k < m; ++k) spectrum[k] = times(spectrum[k], filter_[static_cast<std::size_t>(k)]);
  ComplexLanes* const other = spectrum == in ? scratch : in;
  // A forward transform in place of the inverse one: value k is at m - k.
  const ComplexLanes* const sums = padded_.forward(spectrum, other);
  ComplexLanes* const out = sums == spectrum ? other : spectrum;
  for (Index k = 0; k < n_; ++k)
    out[k] = times(sums[k == 0 ? 0 : m - k], chirp_[static_cast<std::size_t>(k)]);
  return out;
}

std::size_t LaneChirp::memory_bytes() const {
  return padded_.memory_bytes() + (chirp_.size() + filter_.size()) * sizeof(Rotation);
}

double LaneChirp::memory(Index n) {
  const Index m = points(n);
  return LaneFft::memory(m) + sizeof(Rotation) * static_cast<double>(n + m);
}

}  // namespace sketchbench
