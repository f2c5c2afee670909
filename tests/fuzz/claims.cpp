#include <cmath>

#include <sketchbench/report/claims/published_claim.hpp>
#include "fuzz/input_file.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {

bool run_claims(std::string_view input) {
  static InputFile file("claims.json");
  const std::filesystem::path& path = file.put(input);
  return accepts(path, [&] {
    for (const PublishedClaim& claim : read_claims(path)) {
      require(!claim.id.empty() && !claim.statement.empty() && !claim.place.empty(), "a claim has its words");
      require(!claim.measured_by.empty() && !claim.methods.empty(), "a claim can be measured");
      for (const std::string& name : claim.datasets) require(!name.empty(), "a data set has a name");
      for (const Kernel& kernel : claim.kernels) kernel.check();
      for (const Index D : claim.D) require(D > 0, "a number of features is positive");
      require(std::isfinite(claim.claimed.value), "a number that is claimed is finite");
      require(claim.claimed.tolerance >= 0, "a tolerance is not negative");
    }
  });
}

}  // namespace sketchbench::fuzz
