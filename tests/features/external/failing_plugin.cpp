// A plug-in that refuses an odd D, and fails at the first training row that is 0 or, with a message, at the
// first such row to map; 2 D features.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sketchbench/features/external/sketchbench_plugin.h>

namespace {

long long asked_D = 0;

void* create(const char* request, char* error, std::uint64_t error_bytes) {
  const char* const at = std::strstr(request, "\"D\":");
  asked_D = at == nullptr ? 0 : std::atoll(at + 4);
  if (asked_D % 2 == 0) return &asked_D;
  std::snprintf(error, error_bytes, "D is odd");
  return nullptr;
}

int fit(void* /*map*/, const sketchbench_rows* train) { return train->dense[0] == 0 ? 4 : 0; }

std::int64_t d_out(const void* /*map*/) { return 2 * asked_D; }

int transform(const void* /*map*/, const sketchbench_rows* x, float* z, std::int64_t stride) {
  for (std::int64_t i = 0; i < x->n; ++i)
    for (std::int64_t k = 0; k < 2 * asked_D; ++k) z[i * stride + k] = 1 / x->dense[i * x->stride];
  return x->dense[0] < 0 ? 1 : 0;
}

void destroy(void* /*map*/) {}

const char* error(const void* /*map*/) { return "a negative value"; }

const sketchbench_plugin_functions functions = {
    SKETCHBENCH_PLUGIN_ABI, create, fit, d_out, transform, destroy, error};

}  // namespace

extern "C" const sketchbench_plugin_functions* sketchbench_plugin(void) { return &functions; }
