#pragma once
#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {

// What kinds of maps for polynomial kernels have in common: a kind is asked about a Kernel, and its map about
// a PolynomialKernel.

inline bool is_polynomial(const Kernel& kernel) { return kernel.as<PolynomialKernel>() != nullptr; }

/// The kernel of such a map; the kind's `supports` has been asked before.
inline const PolynomialKernel& polynomial(const MapRequest& request) {
  return require_family<PolynomialKernel>(request.kernel, "this map");
}

/// A function of (d_in, kernel, D), in the form that FeatureMapKind has it in.
template <auto function>
auto of_polynomial(const MapRequest& request) {
  return function(request.d_in, polynomial(request), request.D);
}

template <class Map>
std::unique_ptr<FeatureMap> make_polynomial_map(const MapRequest& request, const Rows& /*train*/) {
  return std::make_unique<Map>(request.d_in, polynomial(request), request.D, request.seed);
}

}  // namespace sketchbench
