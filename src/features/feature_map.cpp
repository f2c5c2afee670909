#include "features/feature_map.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/error.hpp"
#include "base/text.hpp"
#include "features/hzero_one.hpp"
#include "features/random_maclaurin.hpp"
#include "features/tensor_sketch.hpp"
#include "features/tensor_sketch_fast.hpp"

namespace sketchbench {
namespace {

void check_count(const char* what, Index count) {
  constexpr Index most = std::numeric_limits<std::int32_t>::max();
  if (count < 1)
    throw InputError(fmt::format("{} is {}, expected a whole number of at least 1", what, count));
  if (count > most) throw InputError(fmt::format("{} is {}, expected at most {}", what, count, most));
}

}  // namespace

const std::vector<FeatureMapKind>& feature_map_kinds() {
  static const std::vector<FeatureMapKind> kinds = {tensor_sketch_kind(), tensor_sketch_fast_kind(),
                                                    random_maclaurin_published_kind(),
                                                    random_maclaurin_restricted_kind(), hzero_one_kind()};
  return kinds;
}

const FeatureMapKind& find_feature_map(std::string_view name) {
  std::vector<std::string> names;
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    if (kind.name == name) return kind;
    names.push_back(kind.name);
  }
  fail_unknown("feature map", name, names);
}

std::string_view defining_map(std::string_view name) {
  for (const FeatureMapKind& kind : feature_map_kinds())
    if (kind.name == name && !kind.fast_form_of.empty()) return kind.fast_form_of;
  return name;
}

void require_possible(const FeatureMapKind& kind, Index d_in, const Kernel& kernel, Index D) {
  check_count("D", D);
  check_count("the number of input features", d_in);
  kernel.check();
  require_supported(fmt::format("the feature map \"{}\"", kind.name), kind.supports, kernel);
  // A request beyond what a process can address is a mistake in the numbers, not a lack of memory.
  constexpr double addressable = 0x1p47;
  const double bytes = kind.memory(d_in, kernel, D);
  if (!(bytes <= addressable))
    throw InputError(fmt::format(
        "{} with D = {}, d = {} and the kernel {} needs {} of tables, expected at most {}", kind.name, D,
        d_in, kernel.display(), readable_bytes(bytes), readable_bytes(addressable)));
  if (kind.require_shape != nullptr) kind.require_shape(d_in, kernel, D);
}

double bytes_in_use(const FeatureMapKind& kind, Index d_in, const Kernel& kernel, Index D, int threads) {
  return kind.memory(d_in, kernel, D) + threads * kind.workspace(d_in, kernel, D);
}

std::unique_ptr<FeatureMap> make_feature_map(std::string_view name, Index d_in, const Kernel& kernel, Index D,
                                             Seed seed) {
  const FeatureMapKind& kind = find_feature_map(name);
  require_possible(kind, d_in, kernel, D);
  return kind.make(d_in, kernel, D, seed);
}

void FeatureMap::check_shapes(const Rows& x, const MatrixRef& z) const {
  if (x.dim() != d_in_)
    throw InputError(
        fmt::format("the rows have {} features, expected {} as the map was made for", x.dim(), d_in_));
  if (z.n != x.size() || z.d != d_out_ || z.stride < d_out_)
    throw InputError(
        fmt::format("the output is {} x {} with stride {}, expected {} x {} with a stride of at least {}",
                    z.n, z.d, z.stride, x.size(), d_out_, d_out_));
}

}  // namespace sketchbench
