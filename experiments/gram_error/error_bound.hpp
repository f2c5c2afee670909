#pragma once
#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// What TEFM-G is made with: l directions, q powers, d Fourier features of n rows.
struct TefmSizes {
  Index n = 0, d = 0, l = 0;
  int q = 1;
};

/// What |K - G G^T| / n of TEFM-G is at most with a probability of 0.9 at least (Chen et al., IJCAI 2015,
/// proof of Theorem 1), the least over the p in [5, l) that l = k + p is divided with. Of Eq. (7) the first
/// term is the proof's, with a = d / 2, delta = 0.05 and r of at most 2 n:
///     ln(4 r / delta) (2 / (3 a) + sqrt(4 / (9 a^2) + 1 / (2 a ln(4 r / delta)))).
/// The constant of the second the proof leaves out, for lack of room. It is here that of the theorem which it
/// takes it from (Halko, Martinsson & Tropp 2011, Corollary 10.9, with which 6 exp(-p) is its own probability
/// of failure), for (F^T F)^q F^T, of whose singular values sigma_j it is known that sigma_j^2 <= n / j and
/// sum_j sigma_j^2 = n:
///     c^(2 / (2 q + 1)) / (k + 1),
///     c = 1 + 17 sqrt(1 + k / p) + 8 sqrt(k + p) / (p + 1) sqrt(min(k + 1, d - k, n - k)).
/// No |K - G G^T| / n is above 1. Needs l > 5.
double tefm_error_bound(const TefmSizes& sizes);

}  // namespace sketchbench
