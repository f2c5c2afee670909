#include "papers/nips01/claim_measures.hpp"

#include <utility>

#include "papers/nips01/bound_shares.hpp"
#include "papers/nips01/sampling_gains.hpp"

namespace sketchbench::nips01 {

std::vector<NamedMeasure> claim_measures() {
  std::vector<NamedMeasure> all = bound_share_measures();
  for (NamedMeasure& measure : sampling_gain_measures()) all.push_back(std::move(measure));
  return all;
}

}  // namespace sketchbench::nips01
