#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/learners/dual_model.hpp>
#include <sketchbench/models/model_file.hpp>
#include "bindings.hpp"
#include "given_rows.hpp"
#include "interruptible.hpp"
#include "request.hpp"

namespace sketchbench::python {
namespace {

namespace nb = nanobind;
using Labels = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using RowWeights = std::optional<nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>>;
using Output = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// A model that was trained.
class FittedModel {
 public:
  explicit FittedModel(TrainedModel model) : model_(std::move(model)) {}
  const TrainedModel& model() const { return model_; }
  Index features() const { return model_.features(); }
  Index outputs() const { return model_.outputs(); }
  std::vector<int> classes() const { return model_.classes(); }

  void scores(const GivenRows& rows, const Output& out, int threads) const {
    in_blocks(rows, out, threads, outputs(), [&](const Rows& some) { return model_.scores(some, threads); });
  }
  void predict(const GivenRows& rows, const Output& out, int threads) const {
    in_blocks(rows, out, threads, 1, [&](const Rows& some) { return model_.predict(some, threads); });
  }
  void probabilities(const GivenRows& rows, const Output& out, int threads) const {
    in_blocks(rows, out, threads, std::ssize(classes()),
              [&](const Rows& some) { return model_.probabilities(some, threads); });
  }

 private:
  /// make(rows) returns `width` numbers a row.
  template <class Make>
  void in_blocks(const GivenRows& rows, const Output& out, int threads, Index width, const Make& make) const {
    if (rows.dim() != features())
      throw InputError(
          fmt::format("X has {} features, but the model was trained on {}", rows.dim(), features()));
    if (static_cast<Index>(out.shape(0)) != rows.size() || static_cast<Index>(out.shape(1)) != width)
      throw InputError("the output has another shape than what is asked for");
    double* const to = out.data();
    run_interruptibly([&] {
      RowBuffer buffer;
      const Index step = rows_at_once(rows, 1) * std::max(1, threads);
      for (Index begin = 0; begin < rows.size(); begin += step)
        std::ranges::copy(make(rows.rows(begin, std::min(rows.size(), begin + step), buffer)),
                          to + begin * width);
    });
  }

  TrainedModel model_;
};

FittedModel train(const GivenRows& rows, const Labels& y, const RowWeights& row_weights,
                  const std::string& json, int threads) {
  std::optional<TrainedModel> made;
  const std::span<const float> labels(y.data(), y.shape(0));
  std::span<const double> weights;
  if (row_weights) weights = {row_weights->data(), row_weights->shape(0)};
  run_interruptibly([&] {
    ModelRequest request = complete_request(parse_request(json, threads));
    RowBuffer buffer;
    made.emplace(train_model({rows.all(buffer), labels, request.learner.task(), weights}, request));
  });
  return FittedModel(std::move(*made));
}

std::string report(const FittedModel& fitted) {
  const TrainingReport& report = fitted.model().state().report;
  Json json = {{"iterations", report.iterations},
               {"converged", report.converged},
               {"support_vectors", report.support_vectors},
               {"chosen", report.chosen},
               {"messages", report.messages}};
  return json_text(json);
}

/// For each pair of classes, or of one machine: the first, the second, rows of training, their coefficients
/// and rho.
using Machine = std::tuple<int, int, std::vector<Index>, std::vector<double>, double>;

std::vector<Machine> machines(const FittedModel& fitted) {
  const auto* const dual = dynamic_cast<const DualSolution*>(fitted.model().state().model.get());
  if (dual == nullptr) throw InputError("the model has no machines on a kernel");
  std::vector<Machine> all;
  for (PairSolution& pair : dual->pairs())
    all.emplace_back(pair.first, pair.second, std::move(pair.row), std::move(pair.b), pair.rho);
  return all;
}

std::map<std::string, std::vector<double>> numbers(const FittedModel& fitted) {
  const std::optional<ModelParts> parts = fitted.model().state().model->parts();
  return parts ? parts->real : std::map<std::string, std::vector<double>>();
}

}  // namespace

void bind_models(nb::module_& module) {
  nb::class_<FittedModel>(module, "Model", "A trained model. Its state, for pickle, is a model file's bytes.")
      .def_prop_ro("features", &FittedModel::features, "Columns of the rows that it takes.")
      .def_prop_ro("outputs", &FittedModel::outputs, "Scores of a row.")
      .def_prop_ro("classes", &FittedModel::classes, "Labels, in the order of scores.")
      .def("report", &report, "What the solver said of its run, as JSON.")
      .def("machines", &machines,
           "For each pair of classes, as it was trained, or one machine: the first, the second, rows, their "
           "coefficients and rho.")
      .def("numbers", &numbers, "Its parts of real numbers (docs/reference/model-file.md).")
      .def("scores", &FittedModel::scores, nb::arg("rows"), nb::arg("out").noconvert(), nb::arg("threads"),
           "Writes outputs() scores a row.")
      .def("predict", &FittedModel::predict, nb::arg("rows"), nb::arg("out").noconvert(), nb::arg("threads"),
           "Writes a label or target a row.")
      .def("probabilities", &FittedModel::probabilities, nb::arg("rows"), nb::arg("out").noconvert(),
           nb::arg("threads"), "Writes a probability for each class.")
      .def("__getstate__",
           [](const FittedModel& fitted) {
             const std::string bytes = model_bytes(fitted.model());
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("__setstate__", [](FittedModel& fitted, const nb::bytes& bytes) {
        const std::string_view view(bytes.c_str(), bytes.size());
        std::optional<TrainedModel> model;
        run_interruptibly([&] { model = parse_model(view, "the pickled model"); });
        new (&fitted) FittedModel(std::move(*model));
      });
  module.def("train", &train, nb::arg("rows"), nb::arg("y"), nb::arg("weights").none(), nb::arg("request"),
             nb::arg("threads"),
             "Trains the model that the request, JSON, asks for, with weights of rows or None.");
}

}  // namespace sketchbench::python
