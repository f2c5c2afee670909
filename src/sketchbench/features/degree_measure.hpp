#pragma once
#include <vector>

#include <sketchbench/core/random.hpp>
#include <sketchbench/kernels/polynomial.hpp>

namespace sketchbench {

/// The law by which Random Maclaurin draws the degree of a feature, together with the kernel's coefficients.
/// The probabilities may sum to less than 1: the rest belongs to features that are left at zero.
class DegreeMeasure {
 public:
  struct Term {
    int degree;
    double coefficient;  ///< a_n > 0 of t^n in the kernel
    double probability;
  };

  /// P(N = n) = 2^-(n - first + 1) over all n >= first, degrees that the kernel lacks included: what the
  /// author's Matlab code does with first = 0.
  static DegreeMeasure published(const PolynomialKernel& kernel, int first = 0);
  /// The same law, restricted to the degrees from `first` that the kernel has and renormalised.
  static DegreeMeasure restricted(const PolynomialKernel& kernel, int first = 0);

  /// The terms with a_n > 0, degrees ascending.
  const std::vector<Term>& terms() const { return terms_; }
  /// A term, or none for a feature that is left at zero. Always takes one uniform number.
  const Term* draw(RandomStream& stream) const;

  /// Of a feature; of one that is left at zero it is 0.
  double mean_degree() const;
  /// An estimate, hardly ever exceeded, of the number of projections that `count` features need: the sum of
  /// their degrees.
  double projections(Index count) const;

 private:
  explicit DegreeMeasure(std::vector<Term> terms) : terms_(std::move(terms)) {}
  std::vector<Term> terms_;
};

}  // namespace sketchbench
