#include "registry.hpp"

#include <fmt/format.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench::python {
namespace {

Json examples_of(bool (*supports)(const Kernel& kernel)) {
  Json kernels = Json::array();
  for (const Kernel& kernel : supported_examples(supports)) kernels.push_back(kernel.to_json());
  return kernels;
}

/// Python's name of the type.
const char* annotation_of(const FieldInfo& field) {
  switch (type_of(field)) {
    case FieldType::whole:
      return "int";
    case FieldType::number:
      return "float";
    case FieldType::truth:
      return "bool";
    case FieldType::text:
      return "str";
    default:
      return "Any";
  }
}

Json described(const std::vector<FieldInfo>& fields) {
  Json parameters = Json::array();
  for (const FieldInfo& one : fields)
    parameters.push_back({{"name", one.name},
                          {"meaning", one.meaning},
                          {"type", annotation_of(one)},
                          {"default", one.default_value},
                          {"expected", expected_text(one)},
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
                   {"parameters", described(kind.parameters)}});
  return all;
}

Json kernels() {
  Json all = Json::array();
  for (const Kernel& kernel : Kernel::one_of_each_family()) {
    Json family = {{"family", kernel.family()},
                   {"formula", kernel.formula()},
                   {"described", kernel.formula()},
                   {"sigma", nullptr},
                   {"parameters", described(kernel.parameters())}};
    if (const GammaRelation* const gamma = kernel.gamma()) {
      family["sigma"] = {{"factor", gamma->factor},
                         {"power", gamma->power},
                         {"least", smallest_sigma},
                         {"most", largest_sigma}};
      family["described"] = fmt::format("{}, sigma = {}", kernel.formula(), gamma->sigma_text());
    }
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
