#include "papers/kdd13/random_maclaurin_gap.hpp"

#include <algorithm>
#include <cmath>

#include <sketchbench/features/feature_map.hpp>

namespace sketchbench::kdd13 {

std::optional<double> RandomMaclaurinGap::share_error() const {
  if (!sketch->accuracy.std || !published->accuracy.std || !restricted->accuracy.std) return std::nullopt;
  // share = (R - P) / (S - P) with the means S, P, R: its derivatives are -share, (share - 1) and 1 over the
  // gap.
  const double share = explained_share();
  return std::hypot(share * standard_error(sketch->accuracy),
                    (share - 1) * standard_error(published->accuracy), standard_error(restricted->accuracy)) /
         of_published();
}

std::vector<RandomMaclaurinGap> random_maclaurin_gaps(const SummaryPointers& rows) {
  std::vector<RandomMaclaurinGap> gaps;
  for (const Summary* sketch : rows) {
    if (defining_map(sketch->method) != "tensor_sketch" || sketch->status != Status::done) continue;
    const auto same_place = [&](std::string_view method) {
      const auto found = std::find_if(rows.begin(), rows.end(), [&](const Summary* row) {
        return row->method == method && row->status == Status::done && row->dataset == sketch->dataset &&
               row->kernel == sketch->kernel && row->D == sketch->D && row->learner == sketch->learner;
      });
      return found == rows.end() ? nullptr : *found;
    };
    const RandomMaclaurinGap gap{sketch, same_place("random_maclaurin_published"),
                                 same_place("random_maclaurin_restricted")};
    if (gap.published != nullptr && gap.restricted != nullptr && gap.of_published() >= smallest_gap)
      gaps.push_back(gap);
  }
  return gaps;
}

}  // namespace sketchbench::kdd13
