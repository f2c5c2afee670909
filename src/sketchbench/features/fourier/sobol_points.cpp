#include <sketchbench/features/fourier/sobol_points.hpp>

#include <fmt/format.h>

#include <bit>
#include <boost/random/sobol.hpp>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

using Engine = boost::random::sobol_engine<std::uint32_t, 32>;

/// The product with a random lower triangular matrix of bits, the first row and column being the highest bit.
class BitMatrix {
 public:
  explicit BitMatrix(RandomStream& random) {
    for (int i = 0; i < 32; ++i) {
      const std::uint32_t diagonal = std::uint32_t{1} << (31 - i), before = ~(2 * diagonal - 1);
      rows_[static_cast<std::size_t>(i)] = diagonal | (random.bits32() & (i == 0 ? 0 : before));
    }
  }
  std::uint32_t operator*(std::uint32_t column) const {
    std::uint32_t product = 0;
    for (const std::uint32_t row : rows_)
      product = 2 * product + static_cast<std::uint32_t>(std::popcount(row & column) % 2);
    return product;
  }

 private:
  std::array<std::uint32_t, 32> rows_;
};

}  // namespace

Index SobolPoints::most_dimensions() { return boost::random::default_sobol_table::max_dimension; }

SobolPoints::SobolPoints(Index dimensions, Index points) {
  if (dimensions > most_dimensions())
    throw InputError(
        fmt::format("Sobol's sequence in {} dimensions, expected at most {}", dimensions, most_dimensions()));
  if (points > most_points)
    throw InputError(fmt::format("{} points of Sobol's sequence, expected at most {}", points, most_points));
  dimensions_.resize(static_cast<std::size_t>(dimensions));
  Engine engine(static_cast<std::size_t>(dimensions));
  for (std::size_t bit = 0; bit < bits && (Index{1} << bit) < points; ++bit) {
    // The point whose Gray code has this bit alone. The engine counts from 1.
    engine.seed((std::uint32_t{2} << bit) - 2);
    for (Dimension& dimension : dimensions_) dimension.direction[bit] = engine();
  }
}

SobolPoints::SobolPoints(Index dimensions, Index points, Seed seed, const std::string& name)
    : SobolPoints(dimensions, points) {
  for (std::size_t d = 0; d < dimensions_.size(); ++d) {
    RandomStream random(seed, name + ".scramble", d);
    const BitMatrix matrix(random);
    for (std::uint32_t& direction : dimensions_[d].direction) direction = matrix * direction;
    dimensions_[d].shift = random.bits32();
  }
}

double SobolPoints::memory(Index dimensions) {
  // Boost keeps the same directions, and a point.
  return static_cast<double>(dimensions) *
         (sizeof(Dimension) + static_cast<double>((bits + 1) * sizeof(std::uint32_t)));
}

void SobolPoints::coordinates(Index dimension, std::span<double> u) const {
  const Dimension& at = dimensions_[static_cast<std::size_t>(dimension)];
  std::uint32_t bits_of_point = at.shift;
  for (std::size_t i = 0; i < u.size(); ++i) {
    u[i] = (bits_of_point + 0.5) * 0x1p-32;
    const auto next = static_cast<std::size_t>(std::countr_one(i));
    if (next < bits) bits_of_point ^= at.direction[next];
  }
}

}  // namespace sketchbench
