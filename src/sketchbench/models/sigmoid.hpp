#pragma once
#include <span>
#include <vector>

namespace sketchbench {

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

}  // namespace sketchbench
