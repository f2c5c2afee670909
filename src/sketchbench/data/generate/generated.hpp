#pragma once
#include <sketchbench/data/dataset.hpp>

namespace sketchbench {

/// Points labelled by a random polynomial with noise, so that the paper's effects show without any file.
struct PolyTeacherParams {
  enum class Form { sparse_binary, dense };
  Form form =
      Form::sparse_binary;  ///< sparse_binary: like Adult (one-hot groups, 14 ones); dense: like MNIST
  Index n = 10000;
  Index d = 123;
  int degree = 2;       ///< of the labelling polynomial
  double noise = 0.05;  ///< share of labels that are flipped
};

/// Labels -1/+1, balanced within a few per cent up to degree 4 (above it the polynomial of a sparse_binary
/// point is often exactly zero, and equal values share a label). Deterministic in (params, seed).
LabeledMatrix generate_poly_teacher(const PolyTeacherParams& params, Seed seed);

/// Points as poly_teacher's dense ones with targets that a random polynomial makes of them, and noise: data
/// for regression without any file.
struct PolyRegressionParams {
  Index n = 10000;
  Index d = 64;
  int degree = 2;      ///< of the polynomial f, less its median, in units of its median absolute value
  double noise = 0.1;  ///< standard deviation of what is added to f: the root mean square error of f itself
};

/// y = f(x) + noise z with independent z of mean 0 and variance 1 (sums of twelve uniform numbers: close to
/// normal, and the same on every platform). No prediction has a smaller expected RMSE than f's, which is
/// `noise`. Deterministic in (params, seed).
LabeledMatrix generate_poly_regression(const PolyRegressionParams& params, Seed seed);

/// Gisette's published recipe (Guyon et al., NIPS 2003 feature selection challenge) applied to MNIST's 4s and
/// 9s.
struct GisetteSimParams {
  Index rows = 7000;
  Index informative = 2500;  ///< pixels, and products of two pixels from the upper middle of the image
  Index probes = 2500;       ///< features without predictive power
  double density = 0.13;     ///< share of non-zero values aimed at; the nearest that the images allow
};

/// images: MNIST pixels 0..255, n x 784; digits: their labels. Result: rows x 5000, integers 0..999, labels
/// -1/+1, features and rows shuffled. Deterministic in (images, params, seed).
LabeledMatrix generate_gisette_sim(const Rows& images, std::span<const float> digits,
                                   const GisetteSimParams& params, Seed seed);

/// Points without any structure, for measuring times: the number of columns can be anything.
struct UniformParams {
  Index rows = 11000;
  Index d = 1000;  ///< where a request names no other (DatasetRequest::d)
};

/// Independent numbers, uniform in (0, 1), one row for each number in `rows`. No value is 0, so that no map
/// is spared any work, and all lie where pixels and scaled columns do, so that no kernel leaves single
/// precision. Row i is a function of (i, seed), and the values of fewer columns are the first of those of
/// more.
DenseMatrix generate_uniform(std::span<const Index> rows, Index d, Seed seed);

}  // namespace sketchbench
