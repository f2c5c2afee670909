#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/features/fourier/fourier_kind.hpp>
#include <sketchbench/features/fourier/frequency_map.hpp>

namespace sketchbench {

// What kinds of projected Fourier features have in common: l = D directions of d Fourier features.

struct EmbeddingParameters : FourierFormParameter {
  Index d = 0;
  std::string fourier = "4l";

  /// "d", "fourier" and "form", of the struct or of one with more of them.
  template <class P>
  static std::vector<Field<P>> common_fields() {
    return {
        {{.name = "d",
          .meaning = "Fourier features that directions are found for; 0: as \"fourier\" says",
          .low = 0,
          .high = std::numeric_limits<std::int32_t>::max()},
         &P::d},
        {{.name = "fourier", .meaning = "their number where d is 0, with l = D", .choices = {"4l", "l^2"}},
         &P::fourier},
        {form_info(), &P::form}};
  }
  static const Fields<EmbeddingParameters>& fields();
};

/// d: the parameter "d", or where it is 0 (its default) what the parameter "fourier" says: 4 l (the default;
/// Chen et al. 2015, section 4.1) or l^2 (their analysis, section 3.2).
Index fourier_features(const MapRequest& request);

/// The Fourier features that they are made of: those of Random Kitchen Sinks with the same seed.
FrequencyMap fourier_of(const MapRequest& request);

/// A kind of ProjectedFeatures with the parameters "d", "fourier" and "form"; what is its own is left to be
/// filled in. It asks for l <= d, and for at least l training rows: fewer rows span fewer directions.
FeatureMapKind embedding_kind();

/// Bytes of a map, and of a pass in its making.
double embedding_memory(const MapRequest& request);

/// Operations for a row: d m of the Fourier features, m input features.
double fourier_operations(const MapRequest& request);

}  // namespace sketchbench
