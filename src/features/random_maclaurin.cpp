#include "features/random_maclaurin.hpp"

#include <vector>

#include "base/threads.hpp"

namespace sketchbench {
namespace {

using Measure = RandomMaclaurin::Measure;

// Rows that a thread takes at once: a tile of signs is used for all of them while it is in the cache.
constexpr Index kRowsPerBlock = 32;

DegreeMeasure degrees(Measure measure, const PolynomialKernel& kernel) {
  return measure == Measure::published ? DegreeMeasure::published(kernel) : DegreeMeasure::restricted(kernel);
}

const char* name_of(Measure measure) {
  return measure == Measure::published ? "random_maclaurin_published" : "random_maclaurin_restricted";
}

}  // namespace

RandomMaclaurin::RandomMaclaurin(Measure measure, Index d_in, const PolynomialKernel& kernel, Index D,
                                 Seed seed)
    : FeatureMap(d_in, D), features_(d_in, degrees(measure, kernel), D, seed, name_of(measure)) {}

double RandomMaclaurin::memory(Measure measure, Index d_in, const PolynomialKernel& kernel, Index D) {
  return MaclaurinFeatures::memory(d_in, degrees(measure, kernel), D);
}

PairVariance RandomMaclaurin::variance(Measure measure, const PolynomialKernel& kernel, Index D) {
  return [law = degrees(measure, kernel), D](const PairMoments& pair) {
    return maclaurin_variance(pair, law, D);
  };
}

void RandomMaclaurin::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  parallel_blocks(x.size(), kRowsPerBlock, threads, [&](Index begin, Index end) {
    std::vector<float> workspace(static_cast<std::size_t>((end - begin) * features_.workspace_per_row()));
    features_.transform(x.slice(begin, end), z.slice(begin, end), workspace.data());
  });
}

}  // namespace sketchbench
