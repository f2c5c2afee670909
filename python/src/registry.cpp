#include "registry.hpp"

#include "features/feature_map.hpp"

namespace sketchbench::python {
namespace {

/// A kernel of each family that maps of that kind estimate; for some of them a parameter must not have its
/// default, which is then another one.
Json supported_kernels(const FeatureMapKind& kind) {
  Json kernels = Json::array();
  for (const Kernel& kernel : Kernel::one_of_each_family()) {
    if (kind.supports(kernel)) {
      kernels.push_back(kernel.to_json());
    } else if (kernel.as<PolynomialKernel>() != nullptr) {
      const Kernel inhomogeneous = PolynomialKernel{.degree = 2, .coef0 = 1};
      if (kind.supports(inhomogeneous)) kernels.push_back(inhomogeneous.to_json());
    }
  }
  return kernels;
}

Json parameters_of(const FeatureMapKind& kind) {
  Json parameters = Json::array();
  for (const MapParameter& one : kind.parameters)
    parameters.push_back({{"name", one.name},
                          {"meaning", one.meaning},
                          {"default", one.otherwise},
                          {"low", one.low},
                          {"high", one.high},
                          {"choices", one.choices},
                          {"file", one.file}});
  return parameters;
}

}  // namespace

std::string registry_json() {
  Json maps = Json::array();
  for (const FeatureMapKind& kind : feature_map_kinds())
    maps.push_back({{"name", kind.name},
                    {"title", kind.title},
                    {"summary", kind.summary},
                    {"citation", kind.citation},
                    {"claim", kind.claim},
                    {"claim_letters", kind.claim_letters},
                    {"remark", kind.remark},
                    {"looks_at_data", kind.looks_at_data},
                    {"draws", kind.draws},
                    {"unbiased", kind.unbiased},
                    {"fast_form_of", kind.fast_form_of},
                    {"kernels", supported_kernels(kind)},
                    {"parameters", parameters_of(kind)}});
  Json kernels = Json::array();
  for (const Kernel& kernel : Kernel::one_of_each_family()) kernels.push_back(kernel.to_json());
  return json_text({{"maps", maps}, {"kernels", kernels}});
}

}  // namespace sketchbench::python
