#include "registry.hpp"

#include <cmath>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench::python {
namespace {

/// A bound of a range; null where there is none.
Json bound(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json examples_of(bool (*supports)(const Kernel& kernel)) {
  Json kernels = Json::array();
  for (const Kernel& kernel : supported_examples(supports)) kernels.push_back(kernel.to_json());
  return kernels;
}

Json parameters_of(const FeatureMapKind& kind) {
  Json parameters = Json::array();
  for (const FieldInfo& one : kind.parameters)
    parameters.push_back({{"name", one.name},
                          {"meaning", one.meaning},
                          {"default", one.default_value},
                          {"low", bound(one.low)},
                          {"high", bound(one.high)},
                          {"choices", one.choices},
                          {"file", one.file}});
  return parameters;
}

Json maps() {
  Json all = Json::array();
  for (const FeatureMapKind& kind : feature_map_kinds())
    all.push_back({{"name", kind.name},
                   {"title", kind.title},
                   {"summary", kind.summary},
                   {"formula", kind.formula},
                   {"class", kind.python.name},
                   {"form", kind.python.form},
                   {"is_default_form", kind.python.is_default_form},
                   {"citation", kind.citation},
                   {"claim", kind.claim},
                   {"claim_letters", kind.claim_letters},
                   {"remark", kind.remark},
                   {"looks_at_data", kind.looks_at_data},
                   {"draws", kind.draws},
                   {"unbiased", kind.unbiased},
                   {"fast_form_of", kind.fast_form_of},
                   {"kernels", examples_of(kind.supports)},
                   {"parameters", parameters_of(kind)}});
  return all;
}

Json kernels() {
  Json all = Json::array();
  for (const Kernel& kernel : Kernel::one_of_each_family()) {
    Json parameters = Json::array();
    for (const KernelParameter& one : kernel.parameters())
      parameters.push_back(
          {{"name", one.name}, {"default", one.value}, {"low", bound(one.low)}, {"high", bound(one.high)}});
    Json family = {{"family", kernel.family()},
                   {"formula", kernel.formula()},
                   {"sigma", nullptr},
                   {"parameters", parameters}};
    if (const GammaRelation* const gamma = kernel.gamma())
      family["sigma"] = {{"factor", gamma->factor}, {"power", gamma->power}, {"text", gamma->sigma_text()}};
    all.push_back(std::move(family));
  }
  return all;
}

/// Those that train on a kernel.
Json learners() {
  Json all = Json::array();
  for (const LearnerKind& kind : learner_kinds())
    if (kind.uses_kernel) all.push_back({{"type", kind.type}, {"kernels", examples_of(kind.supports)}});
  return all;
}

}  // namespace

std::string registry_json() {
  return json_text({{"maps", maps()}, {"kernels", kernels()}, {"learners", learners()}});
}

}  // namespace sketchbench::python
