#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// Gisette's features are pixels and products of two pixels, as integers 0..999. Pixels below half of full
/// ink are taken for background: the 168 real rows at hand hold only values that follow from this (the
/// smallest is 999 * 128^2 / 255^2 = 252).
struct GisetteFeature {
  static constexpr int alone = -1;
  int first = 0;
  int second = alone;  ///< the other pixel of a product
};

/// The chosen images, one after another for each pixel, background removed.
class PixelColumns {
 public:
  static constexpr int side = 28;
  static constexpr int count = side * side;
  static constexpr int darkest_background = 127;

  explicit PixelColumns(Index images);
  void set(Index image, int pixel, int ink);

  Index images() const { return images_; }
  /// Images in which the feature is not zero.
  std::int64_t occurrences(const GisetteFeature& feature) const;
  /// The feature's value in every image, 0..999, rounded to the nearest integer.
  std::vector<std::uint16_t> values(const GisetteFeature& feature) const;

 private:
  std::span<const std::uint8_t> ink(int pixel) const;
  std::span<const std::uint64_t> marks(int pixel) const;

  Index images_, words_;
  std::vector<std::uint8_t> ink_;     // count x images
  std::vector<std::uint64_t> marks_;  // count x words: one bit an image, set where there is ink
};

/// The `wanted` pixels that have ink most often; fewer when fewer have any.
std::vector<GisetteFeature> most_used_pixels(const PixelColumns& columns, Index wanted);

/// Products of pairs of pixels scattered around the upper middle of the image, where 4 and 9 differ. The
/// spread of the scatter is the one (of about sixty) whose products have, over all images, a number of
/// non-zeros nearest to `nonzeros_wanted`: pairs far apart, or out on the empty margin, rarely have ink
/// together.
std::vector<GisetteFeature> scattered_products(const PixelColumns& columns, Index products,
                                               double nonzeros_wanted, Seed seed);

}  // namespace sketchbench
