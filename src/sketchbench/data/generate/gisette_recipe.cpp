#include <sketchbench/data/generate/gisette_recipe.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

constexpr int full_ink = 255;
constexpr int full_scale = 999;

// Measured on the real rows: the pixels of the products are centred here, on the image's vertical axis
// (13.5).
constexpr int centre_row = 10;
constexpr int left_of_centre = 13;

// A coordinate is a centred binomial variable, the number of ones among `bits` random bits: near enough to a
// normal one of standard deviation sqrt(bits) / 2, and free of rounding that could differ between platforms.
constexpr int most_bits = 126;

class CoinTosses {
 public:
  explicit CoinTosses(RandomStream& random) {
    for (std::uint64_t& word : words_) word = random.bits64();
  }
  int heads(int tosses) const {
    const auto first = [](std::uint64_t word, int n) { return std::popcount(n == 0 ? 0 : word << (64 - n)); };
    return first(words_[0], std::min(tosses, 64)) + first(words_[1], std::max(tosses - 64, 0));
  }

 private:
  std::array<std::uint64_t, 2> words_;
};

struct ScatteredPixel {
  explicit ScatteredPixel(RandomStream& random) : row(random), column(random) {}
  int at(int bits) const {
    const auto inside = [](int coordinate) { return std::clamp(coordinate, 0, PixelColumns::side - 1); };
    return inside(centre_row + row.heads(bits) - bits / 2) * PixelColumns::side +
           inside(left_of_centre + column.heads(bits + 1) - bits / 2);
  }
  CoinTosses row, column;
};

struct ScatteredPair {
  explicit ScatteredPair(RandomStream random) : first(random), second(random) {}
  GisetteFeature at(int bits) const { return {first.at(bits), second.at(bits)}; }
  ScatteredPixel first, second;
};

}  // namespace

PixelColumns::PixelColumns(Index images)
    : images_(images),
      words_((images + 63) / 64),
      ink_(static_cast<std::size_t>(count * images)),
      marks_(static_cast<std::size_t>(count * words_)) {}

void PixelColumns::set(Index image, int pixel, int ink) {
  if (ink <= darkest_background) return;
  ink_[static_cast<std::size_t>(pixel * images_ + image)] = static_cast<std::uint8_t>(ink);
  marks_[static_cast<std::size_t>(pixel * words_ + image / 64)] |= std::uint64_t{1} << (image % 64);
}

std::span<const std::uint8_t> PixelColumns::ink(int pixel) const {
  return {ink_.data() + pixel * images_, static_cast<std::size_t>(images_)};
}

std::span<const std::uint64_t> PixelColumns::marks(int pixel) const {
  return {marks_.data() + pixel * words_, static_cast<std::size_t>(words_)};
}

std::int64_t PixelColumns::occurrences(const GisetteFeature& feature) const {
  const auto a = marks(feature.first);
  const auto b = marks(feature.second == GisetteFeature::alone ? feature.first : feature.second);
  std::int64_t total = 0;
  for (std::size_t w = 0; w < a.size(); ++w) total += std::popcount(a[w] & b[w]);
  return total;
}

std::vector<std::uint16_t> PixelColumns::values(const GisetteFeature& feature) const {
  const bool product = feature.second != GisetteFeature::alone;
  const auto a = ink(feature.first);
  const auto b = ink(product ? feature.second : feature.first);
  const int whole = product ? full_ink * full_ink : full_ink;
  std::vector<std::uint16_t> result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int part = product ? a[i] * b[i] : a[i];
    result[i] = static_cast<std::uint16_t>((2 * full_scale * part + whole) / (2 * whole));
  }
  return result;
}

std::vector<GisetteFeature> most_used_pixels(const PixelColumns& columns, Index wanted) {
  std::vector<GisetteFeature> pixels;
  for (int p = 0; p < PixelColumns::count; ++p)
    if (columns.occurrences({p}) > 0) pixels.push_back({p});
  std::stable_sort(pixels.begin(), pixels.end(), [&](const GisetteFeature& a, const GisetteFeature& b) {
    return columns.occurrences(a) > columns.occurrences(b);
  });
  if (static_cast<Index>(pixels.size()) > wanted) pixels.resize(static_cast<std::size_t>(wanted));
  return pixels;
}

std::vector<GisetteFeature> scattered_products(const PixelColumns& columns, Index products,
                                               double nonzeros_wanted, Seed seed) {
  std::vector<ScatteredPair> pairs;
  pairs.reserve(static_cast<std::size_t>(products));
  for (Index j = 0; j < products; ++j) {
    pairs.emplace_back(RandomStream(seed, "gisette_sim/pair", static_cast<std::uint64_t>(j)));
  }
  const auto spread_to = [&](int bits) {
    std::vector<GisetteFeature> features;
    features.reserve(pairs.size());
    for (const ScatteredPair& pair : pairs) features.push_back(pair.at(bits));
    return features;
  };

  std::vector<GisetteFeature> best;
  double smallest_miss = std::numeric_limits<double>::infinity();
  for (int bits = 2; bits <= most_bits; bits += 2) {
    std::vector<GisetteFeature> features = spread_to(bits);
    const std::int64_t nonzeros = std::accumulate(
        features.begin(), features.end(), std::int64_t{0},
        [&](std::int64_t sum, const GisetteFeature& f) { return sum + columns.occurrences(f); });
    const double miss = std::abs(static_cast<double>(nonzeros) - nonzeros_wanted);
    if (miss < smallest_miss) {
      smallest_miss = miss;
      best = std::move(features);
    }
  }
  return best;
}

}  // namespace sketchbench
