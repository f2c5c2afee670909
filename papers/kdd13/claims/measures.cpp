#include "papers/kdd13/claims/measures.hpp"

#include <utility>

#include "papers/kdd13/claims/accuracies.hpp"
#include "papers/kdd13/claims/bounds.hpp"
#include "papers/kdd13/claims/construction.hpp"
#include "papers/kdd13/claims/errors.hpp"
#include "papers/kdd13/claims/published.hpp"
#include "papers/kdd13/claims/times.hpp"

namespace sketchbench::kdd13 {

std::vector<NamedMeasure> claim_measures() {
  std::vector<NamedMeasure> all;
  for (auto measures : {accuracy_measures, published_measures, error_measures, learning_time_measures,
                        construction_measures, bound_measures})
    for (NamedMeasure& measure : measures()) all.push_back(std::move(measure));
  return all;
}

}  // namespace sketchbench::kdd13
