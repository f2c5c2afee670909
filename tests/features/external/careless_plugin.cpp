// A plug-in that does in create() or transform() what its parameters name: "throws int", "throws" (an
// exception with words), "maps nothing" (and says that it has), "leaves a child" (in a session of its own,
// with all that the worker has open). One feature, the first value of the row.
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>

#include <sketchbench/features/external/sketchbench_plugin.h>

namespace {

enum class Way { orderly, throws, throws_int, maps_nothing } way;

void* create(const char* request, char* /*error*/, std::uint64_t /*error_bytes*/) {
  const auto asks_for = [request](const char* what) { return std::strstr(request, what) != nullptr; };
  way = asks_for("throws int")     ? Way::throws_int
        : asks_for("throws")       ? Way::throws
        : asks_for("maps nothing") ? Way::maps_nothing
                                   : Way::orderly;
  if (asks_for("throws at once")) throw std::runtime_error("no room");
  if (asks_for("leaves a child") && ::fork() == 0) {
    ::setsid();
    ::sleep(300);
    ::_exit(0);
  }
  return &way;
}

std::int64_t d_out(const void* /*map*/) { return 1; }

int transform(const void* /*map*/, const sketchbench_rows* x, float* z, std::int64_t stride) {
  if (way == Way::throws) throw std::runtime_error("no rows");
  if (way == Way::throws_int) throw 7;
  for (std::int64_t i = 0; i < x->n && way != Way::maps_nothing; ++i)
    z[i * stride] = x->dense != nullptr                     ? x->dense[i * x->stride]
                    : x->row_start[i] < x->row_start[i + 1] ? x->value[x->row_start[i]]
                                                            : 0;
  return 0;
}

void destroy(void* /*map*/) {}

const sketchbench_plugin_functions functions = {
    SKETCHBENCH_PLUGIN_ABI, create, nullptr, d_out, transform, destroy, nullptr};

}  // namespace

extern "C" const sketchbench_plugin_functions* sketchbench_plugin(void) { return &functions; }
