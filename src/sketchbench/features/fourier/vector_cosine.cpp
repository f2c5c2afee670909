#include <sketchbench/features/fourier/vector_cosine.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>

#include <sketchbench/core/registers.hpp>

namespace sketchbench {
namespace {

constexpr Index width = register_floats;
using Floats = Register;
using Words = RegisterFor<std::int32_t>;

// Beyond it the number of quarter turns no longer fits the bits that the parts of pi / 2 leave free.
constexpr float largest_reduced = 1e4f;

// pi / 2 in parts of 10, 11, 11 and 24 bits: a product of the first three with up to 13 bits is exact.
constexpr float half_pi[] = {0x1.92p+0f, 0x1.fb4p-12f, 0x1.444p-24f, 0x1.68c234p-39f};
constexpr float quarter_turns_per_radian = 0x1.45f306p-1f;
// Adding it to a number below 2^22 leaves the nearest whole number in the last bits.
constexpr float rounding = 0x1.8p+23f;

Floats load(const float* from, Index count) {
  Floats v = {};
  std::memcpy(&v, from, sizeof(float) * static_cast<std::size_t>(count));
  return v;
}

void store(float* to, Floats v, Index count) {
  std::memcpy(to, &v, sizeof(float) * static_cast<std::size_t>(count));
}

Words bits(Floats v) { return (Words)v; }
Floats floats(Words v) { return (Floats)v; }
Floats absolute(Floats v) { return floats(bits(v) & 0x7fffffff); }

/// sin and cos on [-pi / 4, pi / 4] with an error below 1e-8 before rounding; the coefficients interpolate
/// (sin r - r) / r^3 and (cos r - 1 + r^2 / 2) / r^4 in r^2 at Chebyshev's points.
Floats short_sine(Floats r, Floats square) {
  const Floats rest = (square * -0x1.9ac856p-13f + 0x1.110c26p-7f) * square - 0x1.555552p-3f;
  return r + (r * square) * rest;
}
Floats short_cosine(Floats square) {
  const Floats rest = (square * 0x1.9bd786p-16f - 0x1.6c12dp-10f) * square + 0x1.555554p-5f;
  return (square * square) * rest + (1.0f - 0.5f * square);
}

struct Turned {
  Floats sine, cosine;  ///< of what is left of x beyond whole quarter turns
  Words quarters;       ///< the number of quarter turns, modulo 4 in its last two bits
};

Turned turned_back(Floats x) {
  const Floats shifted = x * quarter_turns_per_radian + rounding;
  const Floats turns = shifted - rounding;
  Floats r = x;
  for (const float part : half_pi) r -= turns * part;
  const Floats square = r * r;
  return {short_sine(r, square), short_cosine(square), bits(shifted)};
}

/// `a` or, for an odd number of quarter turns, `b`; negative where bit 1 of `turns` is set.
Floats chosen(Floats a, Floats b, Words quarters, Words turns) {
  const Words odd = -(quarters & 1);
  const Words value = (bits(a) & ~odd) | (bits(b) & odd);
  return floats(value ^ ((turns & 2) << 30));
}
Floats cosine_of(const Turned& t) { return chosen(t.cosine, t.sine, t.quarters, t.quarters + 1); }
Floats sine_of(const Turned& t) { return chosen(t.sine, t.cosine, t.quarters, t.quarters); }

bool any(Words mask) {
  std::uint64_t words[width / 2], all = 0;
  std::memcpy(words, &mask, sizeof words);
  for (const std::uint64_t word : words) all |= word;
  return all != 0;
}

Words beyond(Floats x) { return ~(absolute(x) <= largest_reduced); }

/// Values beyond the reduction, one by one: the standard library reduces by as many digits of pi as it takes.
void replace_beyond(Floats x, Floats& result, double (*function)(double)) {
  for (Index l = 0; l < width; ++l)
    if (!(std::abs(x[l]) <= largest_reduced)) result[l] = static_cast<float>(function(double{x[l]}));
}

double precise_cos(double x) { return std::cos(x); }
double precise_sin(double x) { return std::sin(x); }

/// body(first, how many) for whole vectors and for the rest; two calls, so that whole ones are loaded at
/// once.
template <class Body>
void for_vectors(Index n, const Body& body) {
  Index i = 0;
  for (; i + width <= n; i += width) body(i, width);
  if (i < n) body(i, n - i);
}

bool any_beyond(const float* x, Index n) {
  Words mask = {};
  for_vectors(n, [&](Index i, Index count) { mask |= beyond(load(x + i, count)); });
  return any(mask);
}

}  // namespace

void vector_cos(const float* x, Index n, float scale, float* out) {
  const bool check = any_beyond(x, n);
  for_vectors(n, [&](Index i, Index count) {
    const Floats v = load(x + i, count);
    Floats cosine = cosine_of(turned_back(v));
    if (check && any(beyond(v))) replace_beyond(v, cosine, precise_cos);
    store(out + i, cosine * scale, count);
  });
}

void vector_sincos(const float* x, Index n, float scale, float* cosine, float* sine) {
  const bool check = any_beyond(x, n);
  for_vectors(n, [&](Index i, Index count) {
    const Floats v = load(x + i, count);
    const Turned t = turned_back(v);
    Floats c = cosine_of(t), s = sine_of(t);
    if (check && any(beyond(v))) {
      replace_beyond(v, c, precise_cos);
      replace_beyond(v, s, precise_sin);
    }
    store(cosine + i, c * scale, count);
    store(sine + i, s * scale, count);
  });
}

}  // namespace sketchbench
