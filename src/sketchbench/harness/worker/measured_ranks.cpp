#include <sketchbench/harness/worker/measured_ranks.hpp>

#include <sketchbench/core/json.hpp>

namespace sketchbench {

Json MeasuredRanks::facts() const {
  return {{"calls", calls_}, {"bytes", bytes_}, {"wall", wall_}, {"cpu", ranks_.sum_of(cpu_)}};
}

}  // namespace sketchbench
