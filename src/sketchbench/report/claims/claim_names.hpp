#pragma once
#include <vector>

#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/report/claims/published_claim.hpp>

namespace sketchbench {

/// Throws InputError, with the nearest name, where a claim's key names something that is not known. `kind`:
/// of what is named.
void require_name(const std::filesystem::path& file, const PublishedClaim& claim, const std::string& key,
                  const std::string& kind, const std::string& name, const std::vector<std::string>& known);

/// Throws InputError, with the nearest name, for a data set, kernel, number of features or method of the
/// claim that none of the configurations has: no runs could ever be of it, and the claim would be about less
/// than it says. Quick configurations have fewer numbers of features; theirs are not looked at. `file`: of
/// the claim, for the message.
void require_known_names(const std::filesystem::path& file, const PublishedClaim& claim,
                         const std::vector<Config>& configs);

}  // namespace sketchbench
