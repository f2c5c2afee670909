#include <sketchbench/report/results/ranked.hpp>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>

namespace sketchbench {

std::vector<const GroupQuantity*> ranked_quantities(const Experiment& experiment) {
  std::vector<const GroupQuantity*> ranked;
  if (experiment.quantities == nullptr) return ranked;
  for (const GroupQuantity& quantity : experiment.quantities())
    if (quantity.ranking) ranked.push_back(&quantity);
  std::ranges::stable_partition(ranked, [](const GroupQuantity* one) { return one->ranking->guarded; });
  return ranked;
}

const GroupQuantity* guarded_quantity(const Experiment& experiment) {
  const auto ranked = ranked_quantities(experiment);
  return ranked.empty() || !ranked.front()->ranking->guarded ? nullptr : ranked.front();
}

const GroupQuantity* cost_quantity(const Experiment& experiment, Form form) {
  if (experiment.quantities == nullptr) return nullptr;
  for (const GroupQuantity& quantity : experiment.quantities())
    if (!quantity.cost.empty() && quantity.form == form) return &quantity;
  return nullptr;
}

const GroupQuantity& find_guarded_quantity(std::string_view name) {
  std::vector<std::string> known;
  for (const Experiment& experiment : experiments())
    if (const GroupQuantity* guarded = guarded_quantity(experiment)) {
      if (guarded->ranking->name == name) return *guarded;
      known.push_back(guarded->ranking->name);
    }
  fail_unknown("guarded number", name, known);
}

}  // namespace sketchbench
