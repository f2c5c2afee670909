#include <sketchbench/features/fourier/fastfood.hpp>

#include <cmath>
#include <numeric>

#include <sketchbench/core/random.hpp>
#include <sketchbench/features/fourier/chi.hpp>
#include <sketchbench/features/fourier/fourier_kind.hpp>

namespace sketchbench {
namespace {

constexpr const char* name = "fastfood";

HadamardBlock make_block(Index padded, double sigma, Seed seed, Index number) {
  const auto p = static_cast<std::size_t>(padded);
  const auto stream = [&](const char* purpose) {
    return RandomStream(seed, std::string("fastfood.") + purpose, static_cast<std::uint64_t>(number));
  };
  HadamardBlock block;
  for (std::vector<float>& factor : block.factors) factor.resize(p);
  auto& [signs, normal, lengths] = block.factors;

  RandomStream sign = stream("sign");
  for (float& value : signs) value = static_cast<float>(sign.sign());

  block.permutation.resize(p);
  std::iota(block.permutation.begin(), block.permutation.end(), 0);
  stream("permutation").shuffle(block.permutation);

  RandomStream gauss = stream("normal");
  double squares = 0;
  for (float& value : normal) {
    const double draw = gauss.normal();
    squares += draw * draw;
    value = static_cast<float>(draw);
  }
  // Every row of H G Pi H B has this length.
  const double length = std::sqrt(static_cast<double>(padded) * squares);
  RandomStream chi = stream("length");
  for (float& value : lengths) value = static_cast<float>(draw_chi(padded, chi) / (length * sigma));
  return block;
}

}  // namespace

HadamardMap fastfood(Index d_in, double sigma, Index D, Seed seed) {
  return {d_in, sigma, D, seed, name, make_block};
}

FeatureMapKind fastfood_kind() {
  FeatureMapKind kind = hadamard_map_kind();
  kind.name = name;
  kind.summary = "Fastfood: frequencies from two Hadamard transforms and random diagonals";
  kind.title = "Fastfood";
  kind.brief = "Fastfood";
  kind.formula =
      std::string(pairs_formula) + ", rows of S H G P H B: Hadamard matrices, a permutation and diagonals";
  kind.citation =
      "Le, Q., Sarlós, T. and Smola, A. (2013). Fastfood: approximating kernel expansions in loglinear time. "
      "ICML.";
  kind.make = [](const MapRequest& request, const Rows&) -> std::unique_ptr<FeatureMap> {
    return std::make_unique<HadamardMap>(
        fastfood(request.d_in, gaussian_sigma(request), request.D, request.seed));
  };
  kind.memory = [](const MapRequest& request) {
    return hadamard_map_memory(request, 3 * sizeof(float) + sizeof(std::int32_t));
  };
  return kind;
}

}  // namespace sketchbench
