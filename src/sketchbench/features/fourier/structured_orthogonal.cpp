#include <sketchbench/features/fourier/structured_orthogonal.hpp>

#include <sketchbench/core/random.hpp>
#include <sketchbench/features/fourier/fourier_kind.hpp>

namespace sketchbench {
namespace {

constexpr const char* name = "sorf";

HadamardBlock make_block(Index padded, double sigma, Seed seed, Index number) {
  HadamardBlock block{.ends_in_transform = true};
  RandomStream random(seed, "sorf.sign", static_cast<std::uint64_t>(number));
  for (std::vector<float>& factor : block.factors) {
    factor.resize(static_cast<std::size_t>(padded));
    for (float& sign : factor) sign = static_cast<float>(random.sign());
  }
  // sqrt(p) / sigma, and 1 / sqrt(p) for each of the three transforms.
  const auto scale = static_cast<float>(1 / (static_cast<double>(padded) * sigma));
  for (float& sign : block.factors[2]) sign *= scale;
  return block;
}

}  // namespace

HadamardMap structured_orthogonal(Index d_in, double sigma, Index D, Seed seed) {
  return {d_in, sigma, D, seed, name, make_block};
}

FeatureMapKind structured_orthogonal_kind() {
  FeatureMapKind kind = hadamard_map_kind();
  kind.name = name;
  kind.summary = "Structured orthogonal random features: three Hadamard transforms with random signs";
  kind.title = "Structured orthogonal random features";
  kind.brief = "SORF";
  kind.formula = std::string(pairs_formula) + ", rows of products of Hadamard matrices and random signs";
  kind.python.name = "StructuredOrthogonalFeatures";
  kind.unbiased = false;  // its frequencies are normal for large d only
  kind.citation =
      "Yu, F. X., Suresh, A. T., Choromanski, K., Holtmann-Rice, D. and Kumar, S. (2016). Orthogonal random "
      "features. NIPS.";
  kind.remark =
      "Structured orthogonal random features: rows are padded with zeros to a power of 2. The estimate is "
      "slightly biased; the bias falls as the number of input features grows.";
  kind.make = [](const MapRequest& request, const Rows&) -> std::unique_ptr<FeatureMap> {
    return std::make_unique<HadamardMap>(
        structured_orthogonal(request.d_in, gaussian_sigma(request), request.D, request.seed));
  };
  kind.memory = [](const MapRequest& request) { return hadamard_map_memory(request, 3 * sizeof(float)); };
  return kind;
}

}  // namespace sketchbench
