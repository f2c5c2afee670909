#include <sketchbench/core/random.hpp>
#include <sketchbench/features/nystrom/landmarks.hpp>

namespace sketchbench {

std::vector<Index> uniform_landmarks(Index n, Index D, Seed seed) {
  return random_row_numbers(n, D, seed, "nystrom_uniform.landmarks");
}

double uniform_landmarks_memory(Index n) { return sizeof(Index) * static_cast<double>(n); }

}  // namespace sketchbench
