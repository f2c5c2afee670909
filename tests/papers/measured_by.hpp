#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/report/claims/measured_claim.hpp>

namespace sketchbench::testing_support {

/// What the measure of that name, one of a paper's, makes of the records for a claim.
inline ClaimMeasurement measured_by(const std::vector<NamedMeasure>& measures, std::string_view name,
                                    const PublishedClaim& claim, const Config& config,
                                    const ReportSources& sources) {
  for (const NamedMeasure& measure : measures)
    if (measure.name == name) return measure.measure(claim, {config}, sources);
  throw Error("no measure " + std::string(name));
}

}  // namespace sketchbench::testing_support
