#include <sketchbench/report/claims/claim_names.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {
namespace {

using Names = std::vector<std::string>;

/// What the configurations have, in the words that people read.
struct KnownNames {
  Names datasets, kernels, D, methods;
};

KnownNames names_in(const std::vector<Config>& configs) {
  KnownNames known;
  for (const Config& config : configs) {
    for (const GridEntry& entry : config.grid) {
      known.datasets.push_back(entry.dataset.name);
      for (const Index D : entry.D) known.D.push_back(fmt::format("{}", D));
    }
    for (const Kernel& kernel : config.kernels) known.kernels.push_back(kernel.display());
    for (const MethodEntry& method : config.methods) known.methods.push_back(method_label(method, config));
  }
  for (Names* names : {&known.datasets, &known.kernels, &known.D, &known.methods}) {
    std::ranges::sort(*names);
    names->erase(std::ranges::unique(*names).begin(), names->end());
  }
  return known;
}

}  // namespace

void require_name(const std::filesystem::path& file, const PublishedClaim& claim, const std::string& key,
                  const std::string& kind, const std::string& name, const Names& known) {
  if (std::ranges::find(known, name) != known.end()) return;
  try {
    fail_unknown(kind, name, known);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: the claim {}: \"{}\": in {}, {}", file.string(), claim.id, key,
                                 fmt::join(claim.measured_by, ", "), error.what()));
  }
}

void require_known_names(const std::filesystem::path& file, const PublishedClaim& claim,
                         const std::vector<Config>& configs) {
  const KnownNames known = names_in(configs);
  const auto require = [&](const char* key, const char* kind, const std::string& name, const Names& names) {
    require_name(file, claim, key, kind, name, names);
  };
  for (const std::string& name : claim.datasets) require("datasets", "data set", name, known.datasets);
  for (const Kernel& kernel : claim.kernels) require("kernels", "kernel", kernel.display(), known.kernels);
  for (const std::string& label : claim.methods) require("methods", "method", label, known.methods);
  for (const std::string& label : claim.others) require("others", "method", label, known.methods);
  if (!claim.number.to.empty()) require("number.to", "method", claim.number.to, known.methods);
  if (std::ranges::any_of(configs, &Config::quick)) return;
  for (const Index D : claim.D) require("D", "number of features", fmt::format("{}", D), known.D);
}

}  // namespace sketchbench
