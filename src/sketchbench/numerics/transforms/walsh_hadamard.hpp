#pragma once
#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// x <- H x in place, in n log2 n additions. H is the Walsh-Hadamard matrix of n = 2^k rows in natural
/// (Hadamard) order without a factor: H_ij = (-1)^popcount(i & j), so that H H = n I. Throws InputError
/// unless n is a power of 2. x needs no alignment; nothing is allocated, and the order of the additions
/// depends on n alone.
void walsh_hadamard(float* x, Index n);

/// The most values that are padded for a transform: rows of one are numbered in 32 bits.
inline constexpr Index largest_padded = Index{1} << 30;

/// Throws InputError, "<what> is 2000000000, expected at most 1073741824", for more.
void require_padded(const char* what, Index n);

/// The least power of 2 that is at least n; n >= 1.
Index padded_to_power_of_two(Index n);

}  // namespace sketchbench
