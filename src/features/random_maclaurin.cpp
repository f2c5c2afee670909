#include "features/random_maclaurin.hpp"

#include "base/threads.hpp"

namespace sketchbench {
namespace {

using Measure = RandomMaclaurin::Measure;

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

double RandomMaclaurin::workspace(Measure measure, const PolynomialKernel& kernel, Index D) {
  return MaclaurinFeatures::workspace(degrees(measure, kernel), D);
}

PairVariance RandomMaclaurin::variance(Measure measure, const PolynomialKernel& kernel, Index D) {
  return [law = degrees(measure, kernel), D](const PairMoments& pair) {
    return maclaurin_variance(pair, law, D);
  };
}

void RandomMaclaurin::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  parallel_blocks_with(x.size(), MaclaurinFeatures::rows_per_block, threads, [&]() -> BlockBody {
    return [&, workspace = features_.make_workspace()](Index begin, Index end) {
      features_.transform(x.slice(begin, end), z.slice(begin, end), *workspace);
    };
  });
}

}  // namespace sketchbench
