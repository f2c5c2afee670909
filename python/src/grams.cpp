#include <nanobind/eigen/dense.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/learners/block_smo/block_smo.hpp>
#include <sketchbench/learners/ridge/krr.hpp>
#include "bindings.hpp"
#include "given_rows.hpp"
#include "interruptible.hpp"

namespace sketchbench::python {
namespace {

namespace nb = nanobind;
template <class Value, std::size_t dimensions>
using Input = nb::ndarray<const Value, nb::ndim<dimensions>, nb::c_contig, nb::device::cpu>;
using RowWeights = std::optional<Input<double, 1>>;
using Output = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::span<const double> span_of(const RowWeights& weights) {
  if (!weights) return {};
  return {weights->data(), weights->shape(0)};
}

void gram_of(const std::string& json, const GivenRows& x, const GivenRows& y, const Output& out,
             int threads) {
  if (static_cast<Index>(out.shape(0)) != x.size() || static_cast<Index>(out.shape(1)) != y.size())
    throw InputError("the output has another shape than what is asked for");
  run_interruptibly([&] {
    const Json parsed = parse_json(json, "sketchbench");
    StrictObject object(parsed, "the kernel");
    const Kernel kernel = Kernel::parse(object);
    object.finish();
    RowBuffer buffer, other;
    // Column by column, the other way round is row by row.
    Eigen::Map<Eigen::MatrixXd>(out.data(), y.size(), x.size()) =
        gram(kernel, y.all(other), x.all(buffer), threads);
  });
}

/// Coefficients and intercepts of each target, lambda, and what was chosen, JSON.
using Ridge = std::tuple<Eigen::MatrixXd, Eigen::VectorXd, double, std::string>;

Ridge train_ridge(const Input<double, 2>& matrix, const Input<float, 2>& targets, const RowWeights& weights,
                  std::optional<double> lambda, bool intercept, int threads) {
  const auto n = static_cast<Index>(matrix.shape(0));
  if (static_cast<Index>(matrix.shape(1)) != n || static_cast<Index>(targets.shape(1)) != n)
    throw InputError("the kernel matrix or the targets have another shape than n x n and k x n");
  GramRidge found;
  run_interruptibly([&] {
    const LambdaRule rule = lambda ? LambdaRule(*lambda) : LambdaRule(LambdaGrid());
    found = train_on_gram({.lambda = rule, .intercept = intercept, .threads = threads},
                          Eigen::Map<const Eigen::MatrixXd>(matrix.data(), n, n),
                          {targets.data(), targets.size()}, span_of(weights));
  });
  return {std::move(found.coefficients), std::move(found.intercepts), found.lambda, json_text(found.chosen)};
}

/// For each pair of classes the first, the second, rows, their coefficients and rho; and a report, JSON.
using Pair = std::tuple<int, int, std::vector<Index>, std::vector<double>, double>;

std::tuple<std::vector<Pair>, std::string> train_svc(const Input<float, 2>& matrix, const Input<float, 1>& y,
                                                     const RowWeights& weights, const std::string& learner,
                                                     int threads) {
  if (matrix.shape(0) != y.shape(0)) throw InputError("there is not one label for each row");
  const auto n = static_cast<Index>(matrix.shape(0)), columns = static_cast<Index>(matrix.shape(1));
  GramSvm found;
  run_interruptibly([&] {
    const Json parsed = parse_json(learner, "sketchbench");
    StrictObject object(parsed, "the learner");
    BlockSmo::Params params = BlockSmo::Params::fields().read(object);
    object.finish();
    params.threads = threads;
    found = train_on_gram(params, Rows::dense(matrix.data(), n, columns, columns), {y.data(), y.shape(0)},
                          span_of(weights));
  });
  std::vector<Pair> pairs;
  for (PairSolution& pair : found.pairs)
    pairs.emplace_back(pair.first, pair.second, std::move(pair.row), std::move(pair.b), pair.rho);
  return {std::move(pairs), json_text({{"iterations", found.report.iterations},
                                       {"converged", found.report.converged},
                                       {"support_vectors", found.report.support_vectors},
                                       {"messages", found.report.messages}})};
}

}  // namespace

void bind_grams(nb::module_& module) {
  module.def("gram", &gram_of, nb::arg("kernel"), nb::arg("x"), nb::arg("y"), nb::arg("out").noconvert(),
             nb::arg("threads"), "out = kappa(x_i, y_j) of a kernel, JSON.");
  module.def(
      "train_ridge_on_gram", &train_ridge, nb::arg("gram"), nb::arg("targets"), nb::arg("weights").none(),
      nb::arg("alpha").none(), nb::arg("intercept"), nb::arg("threads"),
      "Kernel ridge regression on a kernel matrix, for targets of which each is a row; without an "
      "alpha, by leave-one-out. Returns coefficients, a column for each target, intercepts, alpha, and "
      "what was chosen, JSON.");
  module.def("train_svc_on_gram", &train_svc, nb::arg("gram"), nb::arg("y"), nb::arg("weights").none(),
             nb::arg("learner"), nb::arg("threads"),
             "C-SVC, with the learner's keys, JSON, on a kernel matrix. Returns for each pair of "
             "classes the first, the second, rows, their coefficients and rho; and a report, JSON.");
}

}  // namespace sketchbench::python
