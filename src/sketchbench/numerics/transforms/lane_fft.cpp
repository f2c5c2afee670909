#include <sketchbench/numerics/transforms/lane_fft.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/numerics/transforms/lane_butterflies.hpp>

namespace sketchbench {
namespace {

/// A radix with code of its own, and about what a pass with it costs beside one of radix 2 when everything is
/// in the first-level cache.
struct Radix {
  int radix;
  double cost;
};
constexpr std::array<Radix, 6> coded_radices = {
    {{2, 1.0}, {3, 1.2}, {4, 1.2}, {5, 1.5}, {8, 2.0}, {10, 2.5}}};

bool has_code(int radix) {
  return std::any_of(coded_radices.begin(), coded_radices.end(), [&](Radix r) { return r.radix == radix; });
}

// Above this length the arrays leave the first-level cache and a pass costs what reading and writing them
// costs, whatever its radix.
constexpr Index cached_length = 256;
constexpr double memory_cost = 2.5;

struct Choice {
  double cost = std::numeric_limits<double>::infinity();
  std::vector<int> radices;
};

double pass_cost(Index n) { return n > cached_length ? memory_cost : 0; }

/// The cheapest radices for a rest that has only the factors 2, 3 and 5, none below `least`.
Choice cheapest(Index rest, int least, double pass_cost) {
  if (rest == 1) return {.cost = 0, .radices = {}};
  Choice best;
  for (const auto& [radix, cost] : coded_radices) {
    if (radix < least || rest % radix != 0) continue;
    Choice choice = cheapest(rest / radix, radix, pass_cost);
    choice.cost += cost + pass_cost;
    if (choice.cost >= best.cost) continue;
    choice.radices.insert(choice.radices.begin(), radix);
    best = std::move(choice);
  }
  return best;
}

}  // namespace

std::vector<int> lane_fft_radices(Index n) {
  if (n < 1) throw InputError("a Fourier transform needs at least 1 point");
  // What 2, 3 and 5 divide is left to the coded radices.
  Index rest = n;
  for (const Index prime : {2, 3, 5})
    while (rest % prime == 0) rest /= prime;
  std::vector<int> radices = cheapest(n / rest, 2, pass_cost(n)).radices, others;
  for (Index candidate = 7; rest > 1; candidate += 2) {
    // Without a factor up to its root, the rest is prime. Composite candidates no longer divide it.
    const Index prime = candidate * candidate > rest ? rest : candidate;
    for (; rest % prime == 0; rest /= prime) others.push_back(static_cast<int>(prime));
  }
  radices.insert(radices.end(), others.begin(), others.end());
  return radices;
}

bool lane_fft_is_slow(Index n) {
  const std::vector<int> radices = n > 1 ? lane_fft_radices(n) : std::vector<int>();
  return !radices.empty() && radices.back() > largest_lane_fft_radix;
}

double lane_fft_cost(Index n) { return cheapest(n, 2, pass_cost(n)).cost; }

LaneFft::LaneFft(Index n) : n_(n) {
  if (lane_fft_is_slow(n))
    throw InputError(fmt::format("a Fourier transform of {} points, expected no prime factor above {}", n,
                                 largest_lane_fft_radix));
  Index length = n, stride = 1;
  for (const int radix : lane_fft_radices(n)) {
    Pass pass{
        .radix = radix, .rest = length / radix, .stride = stride, .twiddles = twiddle_.size(), .roots = 0};
    for (Index p = 0; p < pass.rest; ++p)
      for (Index k = 1; k < radix; ++k) twiddle_.push_back(rotation(p * k, length));
    if (!has_code(radix)) {
      pass.roots = twiddle_.size();
      for (Index k = 0; k < radix; ++k) twiddle_.push_back(rotation(k, radix));
    }
    passes_.push_back(pass);
    length = pass.rest;
    stride *= radix;
  }
}

std::size_t LaneFft::memory_bytes() const {
  return passes_.size() * sizeof(Pass) + twiddle_.size() * sizeof(Rotation);
}

double LaneFft::memory(Index n) {
  if (n == 0) return 0;
  double bytes = 0;
  Index length = n;
  for (const int radix : lane_fft_radices(n)) {
    const Index rest = length / radix, roots = has_code(radix) ? 0 : radix;
    bytes += sizeof(Pass) + sizeof(Rotation) * static_cast<double>(rest * (radix - 1) + roots);
    length = rest;
  }
  return bytes;
}

template <int radix, class Input>
void LaneFft::run(const Pass& pass, const Input& input, ComplexLanes* out) const {
  const Index stride = pass.stride;
  for (Index p = 0; p < pass.rest; ++p) {
    const Rotation* const twiddle =
        twiddle_.data() + pass.twiddles + static_cast<std::size_t>(p) * (radix - 1);
    for (Index q = 0; q < stride; ++q) {
      ComplexLanes a[radix];
      for (int j = 0; j < radix; ++j) a[j] = input(q + stride * (p + pass.rest * j));
      butterfly<radix>(a);
      ComplexLanes* const to = out + q + stride * radix * p;
      to[0] = a[0];
      for (int k = 1; k < radix; ++k) to[stride * k] = times(a[k], twiddle[k - 1]);
    }
  }
}

template <int radix>
void LaneFft::run_coded(const Pass& pass, const ComplexLanes* in, ComplexLanes* out, Gap gap) const {
  if (gap.begin == gap.end)
    run<radix>(
        pass, [in](Index at) { return in[at]; }, out);
  else
    run<radix>(
        pass, [in, gap](Index at) { return gap.holds(at) ? ComplexLanes{} : in[at]; }, out);
}

/// By the definition, of an odd radix: inputs j and radix - j have the same cosine and opposite sines, and so
/// have outputs k and radix - k, so that each product serves four times.
void LaneFft::run_any(const Pass& pass, const ComplexLanes* in, ComplexLanes* out) const {
  const Index stride = pass.stride, radix = pass.radix, half = radix / 2;
  const Rotation* const root = twiddle_.data() + pass.roots;
  ComplexLanes sum[largest_lane_fft_radix / 2], turned[largest_lane_fft_radix / 2];
  for (Index p = 0; p < pass.rest; ++p) {
    const Rotation* const twiddle = twiddle_.data() + pass.twiddles + p * (radix - 1);
    for (Index q = 0; q < stride; ++q) {
      const ComplexLanes first = in[q + stride * p];
      ComplexLanes* const to = out + q + stride * radix * p;
      to[0] = first;
      for (Index j = 1; j <= half; ++j) {
        const ComplexLanes a = in[q + stride * (p + pass.rest * j)],
                           b = in[q + stride * (p + pass.rest * (radix - j))];
        sum[j - 1] = a + b;
        turned[j - 1] = times_minus_i(a - b);
        to[0] = to[0] + sum[j - 1];
      }
      for (Index k = 1; k <= half; ++k) {
        ComplexLanes even = first, odd = {};
        for (Index j = 1, at = k; j <= half; ++j, at = at + k < radix ? at + k : at + k - radix) {
          even = even + sum[j - 1] * root[at].re;
          odd = odd - turned[j - 1] * root[at].im;
        }
        to[stride * k] = times(even + odd, twiddle[k - 1]);
        to[stride * (radix - k)] = times(even - odd, twiddle[radix - k - 1]);
      }
    }
  }
}

void LaneFft::run_pass(const Pass& pass, const ComplexLanes* in, ComplexLanes* out, Gap gap) const {
  switch (pass.radix) {
    case 2:
      return run_coded<2>(pass, in, out, gap);
    case 3:
      return run_coded<3>(pass, in, out, gap);
    case 4:
      return run_coded<4>(pass, in, out, gap);
    case 5:
      return run_coded<5>(pass, in, out, gap);
    case 8:
      return run_coded<8>(pass, in, out, gap);
    case 10:
      return run_coded<10>(pass, in, out, gap);
    default:
      return run_any(pass, in, out);
  }
}

ComplexLanes* LaneFft::forward(ComplexLanes* in, ComplexLanes* scratch, Gap gap) const {
  // A pass of another radix reads everything.
  if (passes_.empty() || !has_code(passes_.front().radix))
    std::fill(in + gap.begin, in + gap.end, ComplexLanes{});
  for (const Pass& pass : passes_) {
    run_pass(pass, in, scratch, std::exchange(gap, {}));
    std::swap(in, scratch);
  }
  return in;
}

}  // namespace sketchbench
