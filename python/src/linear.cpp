#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <Eigen/Core>
#include <algorithm>
#include <span>
#include <tuple>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/row_blocks.hpp>
#include <sketchbench/learners/weight_model.hpp>
#include "bindings.hpp"
#include "given_rows.hpp"
#include "interruptible.hpp"
#include "rows_with_constant.hpp"

namespace sketchbench::python {
namespace {

namespace nb = nanobind;
using Labels = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Intercepts = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Output = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// Parts of the model by name, its classes, and iterations, convergence and choices as JSON.
using LinearModel = std::tuple<std::map<std::string, std::vector<double>>, std::vector<int>, std::string>;

LinearModel train_linear(const GivenRows& rows, const Labels& y, const std::string& json, double constant,
                         int threads) {
  const std::span<const float> labels(y.data(), y.shape(0));
  LinearModel found;
  run_interruptibly([&] {
    const auto spec = LearnerSpec::parse(parse_json(json, "sketchbench"));
    const auto learner = spec.make(Kernel(), threads);
    RowBuffer buffer;
    const Rows x = rows.all(buffer);
    const LabeledRows data{x, labels, spec.task()};
    Trained trained;
    if (constant == 0) {
      trained = learner->train(data, 0);
    } else {
      check_training_data(data, spec.short_text(), data.task);
      trained = learner->train_on_blocks(RowsWithConstant(x, static_cast<float>(constant)), labels, 0);
    }
    const std::optional<ModelParts> parts = trained.model->parts();
    if (!parts) throw Error("the model has no weights");
    for (const auto& [name, values] : parts->real) std::get<0>(found)[name] = {values.begin(), values.end()};
    std::get<1>(found) = trained.model->classes();
    std::get<2>(found) = json_text({{"iterations", trained.report.iterations},
                                    {"converged", trained.report.converged},
                                    {"chosen", trained.report.chosen},
                                    {"messages", trained.report.messages}});
  });
  return found;
}

/// out = X weights^T + intercepts, sums in double precision. weights: k x d.
void linear_scores(const GivenRows& rows, const Weights& weights, const Intercepts& intercepts,
                   const Output& out, int threads) {
  const auto k = static_cast<Index>(weights.shape(0)), d = static_cast<Index>(weights.shape(1));
  if (rows.dim() != d)
    throw InputError("X has " + std::to_string(rows.dim()) + " features, but the model was trained on " +
                     std::to_string(d));
  if (static_cast<Index>(out.shape(0)) != rows.size() || static_cast<Index>(out.shape(1)) != k ||
      static_cast<Index>(intercepts.shape(0)) != k)
    throw InputError("the output or the intercepts have another shape than the weights");
  run_interruptibly([&] {
    // Scores alone are asked for: which classes they are of is no matter.
    const WeightModel model(Eigen::Map<const Eigen::MatrixXd>(weights.data(), d, k),
                            std::vector<ClassCount>(static_cast<std::size_t>(k == 1 ? 2 : k)));
    RowBuffer buffer;
    const Index step = rows_at_once(rows, 1) * threads;
    for (Index begin = 0; begin < rows.size(); begin += step) {
      const std::vector<double> scores =
          model.scores(rows.rows(begin, std::min(rows.size(), begin + step), buffer), threads);
      double* to = out.data() + begin * k;
      for (std::size_t i = 0; i < scores.size(); ++i)
        to[i] = scores[i] + intercepts.data()[i % static_cast<std::size_t>(k)];
    }
  });
}

}  // namespace

void bind_linear(nb::module_& module) {
  module.def(
      "train_linear", &train_linear, nb::arg("rows"), nb::arg("y"), nb::arg("learner"), nb::arg("constant"),
      nb::arg("threads"),
      "Trains a linear learner, JSON, on the rows with a column of that constant behind them (0: none). "
      "Returns the parts of the model, its classes and a report, JSON.");
  module.def("linear_scores", &linear_scores, nb::arg("rows"), nb::arg("weights"), nb::arg("intercepts"),
             nb::arg("out").noconvert(), nb::arg("threads"), "out = X weights^T + intercepts.");
}

}  // namespace sketchbench::python
