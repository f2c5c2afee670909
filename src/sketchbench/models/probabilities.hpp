#pragma once
#include <span>
#include <vector>

namespace sketchbench {

// Probabilities of classes from scores.

/// Probabilities of the first of two classes from scores f (Platt 1999): 1 / (1 + exp(A f + B)).
struct Sigmoid {
  double A = 0, B = 0;
  double operator()(double score) const;
};

/// 1 / (1 + exp(t)) without overflow.
double logistic(double t);

/// A and B that maximise the likelihood of the labels with Platt's smoothed targets, (n1 + 1) / (n1 + 2) for
/// the first class and 1 / (n0 + 2) for the second, by Newton's method with backtracking as in Lin, Lin &
/// Weng, "A note on Platt's probabilistic outputs" (Machine Learning 68, 2007), which LIBSVM fits by. The
/// scores must be of rows that the machine was not trained on. InputError where a score is not finite or
/// there is none.
Sigmoid fit_sigmoid(std::span<const double> scores, const std::vector<bool>& first);

/// What is minimised: the cross-entropy of the smoothed targets.
double sigmoid_loss(const Sigmoid& sigmoid, std::span<const double> scores, const std::vector<bool>& first);

/// The number of the pair (a, b), a < b, of `classes` classes in the order (0, 1), (0, 2), ..., (1, 2), ...
std::size_t pair_number(std::size_t a, std::size_t b, std::size_t classes);

/// Probabilities p of classes from those of their pairs, r_ab = P(a | a or b), in the order of pair_number():
/// the p with the sum 1 that minimises the sum over all a != b of (r_ba p_a - r_ab p_b)^2, which is the
/// second method of Wu, Lin & Weng, "Probability estimates for multi-class classification by pairwise
/// coupling" (Journal of Machine Learning Research 5, 2004), section 4. Where the pairs agree, r_ab = p_a /
/// (p_a + p_b), that is p. Each r is taken to be at least 1e-7 and at most 1 - 1e-7, as in LIBSVM: it then
/// has one solution. O(classes^3).
std::vector<double> coupled_probabilities(std::span<const double> of_pairs, std::size_t classes);

}  // namespace sketchbench
