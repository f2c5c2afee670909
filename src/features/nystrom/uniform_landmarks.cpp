#include <algorithm>
#include <numeric>

#include "core/random.hpp"
#include "features/nystrom/landmarks.hpp"

namespace sketchbench {

std::vector<Index> uniform_landmarks(Index n, Index D, Seed seed) {
  std::vector<Index> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  RandomStream(seed, "nystrom_uniform.landmarks").shuffle(all);
  all.resize(static_cast<std::size_t>(D));
  std::ranges::sort(all);
  return all;
}

double uniform_landmarks_memory(Index n) { return sizeof(Index) * static_cast<double>(n); }

}  // namespace sketchbench
