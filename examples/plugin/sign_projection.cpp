// Random signs: f(x) = R x / sqrt(D) with entries +1 and -1 of R, so that <f(x), f(y)> estimates <x, y>. It
// is linear and takes the polynomial kernel of degree 1 without a constant.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <numeric>
#include <string>
#include <vector>

#include <sketchbench/features/external/sketchbench_plugin.h>

namespace {

struct SignProjection {
  std::int64_t d = 0, D = 0;
  std::uint64_t seed = 0;

  // Signs are hashed instead of kept (the finaliser of SplitMix64).
  float sign(std::int64_t column, std::int64_t feature) const {
    std::uint64_t z = seed + 0x9E3779B97F4A7C15u * static_cast<std::uint64_t>(column * D + feature + 1);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return ((z ^ (z >> 31)) & 1u) != 0 ? 1.0f : -1.0f;
  }
};

// The whole number behind "key": in the request, a seed up to 2^64 - 1; a library for JSON would do it
// properly.
std::uint64_t number_in(const std::string& request, const std::string& key) {
  const auto at = request.find("\"" + key + "\":");
  return at == std::string::npos ? 0 : std::strtoull(request.c_str() + at + key.size() + 3, nullptr, 10);
}

void* create(const char* text, char* error, std::uint64_t error_bytes) {
  const std::string request = text;
  auto map = std::unique_ptr<SignProjection>(new (std::nothrow) SignProjection);
  if (map == nullptr) return nullptr;
  map->d = static_cast<std::int64_t>(number_in(request, "d_in"));
  map->D = static_cast<std::int64_t>(number_in(request, "D"));
  map->seed = number_in(request, "seed");
  if (map->d < 1 || map->D < 1) {
    std::snprintf(error, error_bytes, "the request has no d_in or no D");
    return nullptr;
  }
  return map.release();
}

std::int64_t d_out(const void* map) { return static_cast<const SignProjection*>(map)->D; }

int transform(const void* handle, const sketchbench_rows* x, float* z, std::int64_t stride) {
  const auto& map = *static_cast<const SignProjection*>(handle);
  if (x->d != map.d) return 1;
  const float scale = 1 / std::sqrt(static_cast<float>(map.D));
  for (std::int64_t i = 0; i < x->n; ++i) {
    float* const row = z + i * stride;
    for (std::int64_t k = 0; k < map.D; ++k) row[k] = 0;
    const auto add = [&](std::int64_t column, float value) {
      for (std::int64_t k = 0; k < map.D; ++k) row[k] += scale * value * map.sign(column, k);
    };
    if (x->dense != nullptr)
      for (std::int64_t j = 0; j < x->d; ++j) add(j, x->dense[i * x->stride + j]);
    else
      for (std::int64_t k = x->row_start[i]; k < x->row_start[i + 1]; ++k) add(x->column[k], x->value[k]);
  }
  return 0;
}

void destroy(void* map) { delete static_cast<SignProjection*>(map); }

const sketchbench_plugin_functions functions = {
    SKETCHBENCH_PLUGIN_ABI, create, nullptr, d_out, transform, destroy, nullptr};

}  // namespace

extern "C" __attribute__((visibility("default"))) const sketchbench_plugin_functions* sketchbench_plugin(
    void) {
  return &functions;
}

// The exact kernel of a method with "own_kernel": the inner product. A map whose kernel the program has needs
// none.
extern "C" __attribute__((visibility("default"))) int sketchbench_plugin_kernel(void* /*map*/,
                                                                                const sketchbench_rows* x,
                                                                                const sketchbench_rows* y,
                                                                                double* values) {
  const auto dense = [](const sketchbench_rows& rows, std::int64_t i) {
    std::vector<double> row(static_cast<std::size_t>(rows.d));
    if (rows.dense != nullptr)
      for (std::int64_t j = 0; j < rows.d; ++j)
        row[static_cast<std::size_t>(j)] = rows.dense[i * rows.stride + j];
    else
      for (std::int64_t k = rows.row_start[i]; k < rows.row_start[i + 1]; ++k)
        row[static_cast<std::size_t>(rows.column[k])] = rows.value[k];
    return row;
  };
  for (std::int64_t i = 0; i < x->n; ++i) {
    const std::vector<double> row = dense(*x, i);
    for (std::int64_t j = 0; j < y->n; ++j) {
      const std::vector<double> other = dense(*y, j);
      values[i * y->n + j] = std::inner_product(row.begin(), row.end(), other.begin(), 0.0);
    }
  }
  return 0;
}
