#pragma once
#include <sketchbench/features/fourier/hadamard_map.hpp>

namespace sketchbench {

/// Fastfood with Hadamard matrices (Le, Sarlos & Smola 2013, section 3) for the Gaussian kernel: frequencies
/// are the rows of 1 / (sigma sqrt(p)) S H G Pi H B, where H is the Hadamard matrix of p = 2^k >= d rows
/// without a factor, B has random signs, Pi is a random permutation, G is normal, and S gives every row the
/// length of a normal vector of its own. Rows are padded with zeros. Every frequency by itself is distributed
/// as in Random Kitchen Sinks, and so the estimate is unbiased; its frequencies depend on each other, and its
/// variance has no closed formula.
HadamardMap fastfood(Index d_in, double sigma, Index D, Seed seed);

FeatureMapKind fastfood_kind();

}  // namespace sketchbench
