#include "features/maclaurin_features.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"

namespace sketchbench {

MaclaurinFeatures::MaclaurinFeatures(Index d, const DegreeMeasure& measure, Index count, Seed seed,
                                     const std::string& name)
    : features_(draw(measure, count, seed, name)),
      signs_(d, features_.empty() ? 0 : features_.back().column + features_.back().degree) {
  const std::string purpose = name + ".projection";
  for (std::size_t i = 0; i < features_.size(); ++i)
    for (int j = 0; j < features_[i].degree; ++j)
      signs_.draw_column(features_[i].column + j,
                         RandomStream(seed, purpose, (i << 32) + static_cast<unsigned>(j)));
}

std::vector<MaclaurinFeatures::Feature> MaclaurinFeatures::draw(const DegreeMeasure& measure, Index count,
                                                                Seed seed, const std::string& name) {
  std::vector<Feature> features;
  features.reserve(static_cast<std::size_t>(count));
  RandomStream stream(seed, name + ".degree");
  Index column = 0;
  for (Index i = 0; i < count; ++i) {
    const DegreeMeasure::Term* const term = measure.draw(stream);
    if (term == nullptr) {
      features.push_back({0, 0, column});  // no projections: nothing is stored or computed for it
      continue;
    }
    const auto scale =
        static_cast<float>(std::sqrt(term->coefficient / (term->probability * static_cast<double>(count))));
    if (!std::isfinite(scale))
      throw InputError(
          fmt::format("a feature of degree {} needs the factor sqrt({} / {}), expected one that single "
                      "precision can hold: take a lower degree or coef0",
                      term->degree, term->coefficient, term->probability));
    features.push_back({term->degree, scale, column});
    column += term->degree;
  }
  return features;
}

double MaclaurinFeatures::memory(Index d, const DegreeMeasure& measure, Index count) {
  return RademacherMatrix::memory(d, measure.projections(count)) +
         static_cast<double>(count) * sizeof(Feature);
}

void MaclaurinFeatures::transform(const Rows& x, MatrixRef z, float* workspace) const {
  signs_.multiply(x, workspace);
  for (Index i = 0; i < x.size(); ++i) {
    const float* const projections = workspace + i * workspace_per_row();
    float* out = z.row(i);
    for (const Feature& feature : features_) {
      float product = feature.scale;
      for (int j = 0; j < feature.degree; ++j) product *= projections[feature.column + j];
      *out++ = product;
    }
  }
}

}  // namespace sketchbench
