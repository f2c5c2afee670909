#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/generate/generated.hpp>
#include <sketchbench/data/generate/gisette_recipe.hpp>

namespace sketchbench {
namespace {

constexpr float digit_of_positives = 4, digit_of_negatives = 9;  // as in the real rows

// Of the 2,500 informative features about 545 are pixels by themselves: 298 were found with certainty in the
// real rows, each of another pixel, and the rest follows from the share of rare ones. The real probes are
// products all.
constexpr double pixel_share = 0.22;

void check(const Rows& images, std::span<const float> digits, const GisetteSimParams& params) {
  const auto fail = [](std::string_view name, auto value, std::string_view expected) {
    throw InputError(fmt::format("gisette_sim: {} is {}, expected {}", name, value, expected));
  };
  if (params.rows < 2) fail("rows", params.rows, "at least 2");
  if (params.informative < 1) fail("informative", params.informative, "at least 1");
  if (params.probes < 0) fail("probes", params.probes, "at least 0");
  if (!(params.density > 0 && params.density < 1)) fail("density", params.density, "a share between 0 and 1");
  if (images.dim() != PixelColumns::count) fail("the images' width", images.dim(), "784 pixels (28 x 28)");
  if (static_cast<Index>(digits.size()) != images.size())
    fail("the number of digits", digits.size(), fmt::format("{}, one for each image", images.size()));
  // Values as columns of 16 bits, those that are not zero as rows, and for each column the pair of pixels
  // that it is.
  constexpr double pair_bytes = 128;
  const double columns = static_cast<double>(params.informative + params.probes);
  require_memory(columns * (static_cast<double>(params.rows) * (2 + 8 * params.density) + pair_bytes),
                 fmt::format("gisette_sim: {} rows of {} columns", with_commas(params.rows),
                             with_commas(params.informative + params.probes)));
}

std::vector<Index> draw_images(std::span<const float> digits, float digit, Index wanted, Seed seed) {
  std::vector<Index> images;
  for (std::size_t i = 0; i < digits.size(); ++i)
    if (digits[i] == digit) images.push_back(static_cast<Index>(i));
  if (static_cast<Index>(images.size()) < wanted)
    throw InputError(
        fmt::format("gisette_sim: there are {} images of the digit {}, expected at least {} (half of rows)",
                    images.size(), digit, wanted));
  RandomStream(seed, "gisette_sim/images", static_cast<std::uint64_t>(digit)).shuffle(images);
  images.resize(static_cast<std::size_t>(wanted));
  return images;
}

PixelColumns columns_of(const Rows& images, const std::vector<Index>& chosen) {
  PixelColumns columns(static_cast<Index>(chosen.size()));
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    images.for_each_nonzero(chosen[i], [&](Index pixel, float ink) {
      if (!(ink >= 0 && ink <= 255 && ink == std::floor(ink)))
        throw InputError(fmt::format("gisette_sim: pixel {} of image {} is {}, expected an integer 0..255",
                                     pixel, chosen[i], ink));
      columns.set(static_cast<Index>(i), static_cast<int>(pixel), static_cast<int>(ink));
    });
  }
  return columns;
}

using Column = std::vector<std::uint16_t>;

// All features before shuffling: informative ones first.
std::vector<Column> feature_columns(const PixelColumns& pixels, const GisetteSimParams& params, Seed seed) {
  std::vector<GisetteFeature> features = most_used_pixels(
      pixels, static_cast<Index>(std::lround(pixel_share * static_cast<double>(params.informative))));
  const Index products = params.informative + params.probes - static_cast<Index>(features.size());
  double nonzeros_wanted =
      params.density * static_cast<double>((params.informative + params.probes) * pixels.images());
  for (const GisetteFeature& pixel : features)
    nonzeros_wanted -= static_cast<double>(pixels.occurrences(pixel));
  const std::vector<GisetteFeature> scattered = scattered_products(pixels, products, nonzeros_wanted, seed);
  features.insert(features.end(), scattered.begin(), scattered.end());

  std::vector<Column> columns;
  columns.reserve(features.size());
  for (const GisetteFeature& feature : features) columns.push_back(pixels.values(feature));
  // A probe is a feature like the others with its rows permuted, by a permutation of its own: the values stay
  // realistic while every tie to the label and to other features is cut.
  for (Index j = params.informative; j < params.informative + params.probes; ++j)
    RandomStream(seed, "gisette_sim/probe", static_cast<std::uint64_t>(j))
        .shuffle(columns[static_cast<std::size_t>(j)]);
  return columns;
}

}  // namespace

LabeledMatrix generate_gisette_sim(const Rows& images, std::span<const float> digits,
                                   const GisetteSimParams& params, Seed seed) {
  check(images, digits, params);
  std::vector<Index> chosen = draw_images(digits, digit_of_positives, params.rows / 2, seed);
  const std::vector<Index> others =
      draw_images(digits, digit_of_negatives, params.rows - params.rows / 2, seed);
  chosen.insert(chosen.end(), others.begin(), others.end());
  RandomStream(seed, "gisette_sim/row order").shuffle(chosen);

  std::vector<Column> columns = feature_columns(columns_of(images, chosen), params, seed);
  RandomStream(seed, "gisette_sim/feature order").shuffle(columns);

  LabeledMatrix result;
  result.x.d = static_cast<Index>(columns.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    result.x.make_room(result.x.d);
    for (std::size_t j = 0; j < columns.size(); ++j)
      if (columns[j][i] != 0) result.x.push(static_cast<Index>(j), columns[j][i]);
    result.x.end_row();
    const float digit = digits[static_cast<std::size_t>(chosen[i])];
    result.y.push_back(digit == digit_of_positives ? 1.0f : -1.0f);
  }
  return result;
}

}  // namespace sketchbench
