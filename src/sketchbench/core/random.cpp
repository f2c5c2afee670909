#include <sketchbench/core/random.hpp>

#include <Random123/philox.h>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace sketchbench {
namespace {

// SplitMix64's finaliser: a bijection, so distinct (seed, purpose) pairs collide only as 64-bit hashes do.
std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3ULL;
  return hash;
}

}  // namespace

RandomStream::RandomStream(Seed seed, std::string_view purpose, std::uint64_t index) : index_(index) {
  const std::uint64_t key = mix(mix(seed + 0x9e3779b97f4a7c15ULL) ^ fnv1a(purpose));
  key_[0] = static_cast<std::uint32_t>(key);
  key_[1] = static_cast<std::uint32_t>(key >> 32);
}

void RandomStream::refill() {
  const r123::Philox4x32::ctr_type counter = {
      {static_cast<std::uint32_t>(counter_), static_cast<std::uint32_t>(counter_ >> 32),
       static_cast<std::uint32_t>(index_), static_cast<std::uint32_t>(index_ >> 32)}};
  const r123::Philox4x32::key_type key = {{key_[0], key_[1]}};
  const auto block = r123::Philox4x32()(counter, key);
  for (int i = 0; i < 4; ++i) buffer_[i] = block[static_cast<std::size_t>(i)];
  ++counter_;
  used_ = 0;
}

std::uint32_t RandomStream::bits32() {
  if (used_ == 4) refill();
  return buffer_[used_++];
}

std::uint64_t RandomStream::bits64() {
  const std::uint64_t low = bits32();
  return low | (static_cast<std::uint64_t>(bits32()) << 32);
}

std::uint64_t RandomStream::below(std::uint64_t bound) {
  // Reject the incomplete last interval, so that every value has the same number of preimages.
  const std::uint64_t threshold = (0 - bound) % bound;
  std::uint64_t draw = bits64();
  while (draw < threshold) draw = bits64();
  return draw % bound;
}

double RandomStream::uniform() { return static_cast<double>(bits64() >> 11) * 0x1.0p-53; }

int RandomStream::sign() {
  if (signs_left_ == 0) {
    sign_bits_ = bits32();
    signs_left_ = 32;
  }
  const int s = (sign_bits_ & 1u) != 0 ? 1 : -1;
  sign_bits_ >>= 1;
  --signs_left_;
  return s;
}

double RandomStream::normal() {
  if (has_spare_normal_) {
    has_spare_normal_ = false;
    return spare_normal_;
  }
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  const double angle = 2.0 * std::numbers::pi * uniform();
  spare_normal_ = radius * std::sin(angle);
  has_spare_normal_ = true;
  return radius * std::cos(angle);
}

std::vector<Index> random_row_numbers(Index n, Index most, Seed seed, std::string_view purpose) {
  std::vector<Index> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), Index{0});
  if (n <= most) return rows;
  RandomStream(seed, purpose).shuffle(rows);
  rows.resize(static_cast<std::size_t>(most));
  std::ranges::sort(rows);
  return rows;
}

}  // namespace sketchbench
