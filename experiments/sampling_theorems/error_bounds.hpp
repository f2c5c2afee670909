#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/sampling_theorems/theorem_check.hpp"

namespace sketchbench {

// Section 3 and Theorem 1 of Achlioptas, McSherry & Schölkopf 2001: E = K̂ - K for a randomised matrix K̂.

/// How the entries of a Gram matrix are randomised.
enum class Randomisation {
  sparsified,    ///< s K_ij with probability 1 / s, else 0
  quantised,     ///< b or -b with mean K_ij, b = max |K_ij|
  sampled_signs  ///< both: s b or -s b, together with probability 1 / s, else 0
};

struct RandomisedMatrix {
  Randomisation how = Randomisation::quantised;
  double s = 1;  ///< 1 where it is quantised alone
};
/// "sparsified", "quantised", "sparsified and quantised".
std::string name_of(Randomisation how);

/// All that are looked at: quantised, and for each s sparsified without and with.
std::vector<RandomisedMatrix> randomised_matrices(std::span<const double> s);

/// Of |K_ij|.
struct EntryRange {
  double smallest = 0, largest = 0;
  double mean_square = 0;  ///< over all m^2 of them
};
/// `entry(i, j)` for i >= j; m >= 1.
EntryRange entry_range(Index m, const std::function<double(Index i, Index j)>& entry);

/// Bounds that hold for every entry of E.
struct ErrorLaw {
  double variance = 0;       ///< the largest there is
  double magnitude = 0;      ///< of which the largest there may be is never above
  double mean_variance = 0;  ///< over all entries: the mean squared entry, in expectation
};
ErrorLaw error_law(const RandomisedMatrix& matrix, const EntryRange& entries);

/// 4 sigma sqrt(m): Theorem 1.
double norm_bound(double sigma, Index m);
/// sigma sqrt(m) / log(m)^3, the largest entry that Theorem 1 admits; the logarithm is the natural one, for
/// which it admits most.
double admitted_magnitude(double sigma, Index m);
/// The smallest sigma that is no less than the entries' and admits their magnitude.
double admitting_sigma(const ErrorLaw& law, Index m);

/// Theorem 1 with the entries' own sigma and with the one that admits them; and the sentence below it, that
/// |E| is within a factor of 4 of the least norm that a matrix with its mean squared entry has. `norms`: |E|
/// of each draw, at least one; `rounding`: what single precision may add to one. m >= 2.
std::vector<TheoremCheck> check_error_norms(const RandomisedMatrix& matrix, const ErrorLaw& law, Index m,
                                            std::span<const double> norms, double rounding);

}  // namespace sketchbench
