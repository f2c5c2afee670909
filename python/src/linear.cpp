#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <Eigen/Core>
#include <algorithm>
#include <optional>
#include <span>
#include <tuple>

#include <sketchbench/core/column_selection.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/learners/dense_tron/dense_tron.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/multiplied_rows.hpp>
#include <sketchbench/learners/row_blocks.hpp>
#include "bindings.hpp"
#include "given_rows.hpp"
#include "interruptible.hpp"

namespace sketchbench::python {
namespace {

namespace nb = nanobind;
using Labels = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const double, nb::ndim<2>, nb::device::cpu>;
using Intercepts = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using RowWeights = std::optional<nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>>;
using Output = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

using Array = nb::ndarray<nb::numpy, double, nb::ndim<1>>;

/// Parts of the model by name, its classes, and iterations, convergence and choices as JSON.
using LinearModel = std::tuple<std::map<std::string, Array>, std::vector<int>, std::string>;

/// Takes the numbers over, without a copy.
Array array_of(std::vector<double> values) {
  auto* const kept = new std::vector<double>(std::move(values));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  return Array(kept->data(), {kept->size()}, owner);
}

/// Weights of all columns, class by class, in the place of those of renumbered rows: 0 where none occurred.
/// What stands behind the columns' weights stays there.
void spread_out(std::vector<double>& weights, const ColumnSelection& columns, Index behind) {
  const Index from = columns.d_out() + behind, to = columns.d_in() + behind;
  const auto classes = std::ssize(weights) / from;
  std::vector<double> all(static_cast<std::size_t>(classes * to));
  for (Index k = 0; k < classes; ++k) {
    const double* const known = weights.data() + k * from;
    double* const of_class = all.data() + k * to;
    for (std::size_t j = 0; j < columns.columns().size(); ++j) of_class[columns.columns()[j]] = known[j];
    std::copy_n(known + columns.d_out(), behind, of_class + columns.d_in());
  }
  weights = std::move(all);
}

LinearModel train_linear(const GivenRows& rows, const Labels& y, const RowWeights& row_weights,
                         const std::string& json, double constant, int threads) {
  const std::span<const float> labels(y.data(), y.shape(0));
  std::span<const double> weights;
  if (row_weights) weights = {row_weights->data(), row_weights->shape(0)};
  LinearModel found;
  std::map<std::string, std::vector<double>> numbers;
  run_interruptibly([&] {
    const auto spec = LearnerSpec::parse(parse_json(json, "sketchbench"));
    const auto learner = spec.make(Kernel(), threads);
    RowBuffer buffer;
    const Rows x = rows.all(buffer);
    const bool renumbers = learner->gains_by_renumbering({x, labels, spec.task()});
    const auto columns = renumbers ? ColumnSelection::of(x) : std::nullopt;
    const CsrMatrix renumbered = columns ? columns->apply(x) : CsrMatrix();
    const LabeledRows data{columns ? renumbered.view() : x, labels, spec.task(), weights};
    Trained trained;
    if (constant == 0) {
      trained = learner->train(data, 0);
    } else {
      check_training_data(data, spec.short_text(), data.task);
      const RowsInForm in_form(data.x, DenseTron::sparse_share);
      trained = learner->train_on_blocks(StoredRows(in_form.view(), constant), labels, weights, 0);
    }
    std::optional<ModelParts> parts = trained.model->parts();
    if (!parts) throw Error("the model has no weights");
    if (columns) spread_out(parts->real.at("weights"), *columns, constant == 0 ? 0 : 1);
    for (auto& [name, values] : parts->real) numbers[name] = std::move(values);
    std::get<1>(found) = trained.model->classes();
    std::get<2>(found) = json_text({{"iterations", trained.report.iterations},
                                    {"converged", trained.report.converged},
                                    {"chosen", trained.report.chosen},
                                    {"messages", trained.report.messages}});
  });
  for (auto& [name, values] : numbers) std::get<0>(found).emplace(name, array_of(std::move(values)));
  return found;
}

/// k x d weights of any strides as products with such rows want them: a class after the other for dense rows,
/// a feature after the other (Fortran's order) for sparse ones, whose non-zeros then take their weights from
/// one place. Copied, once, where they are otherwise and it pays.
class ScoredWeights {
 public:
  ScoredWeights(const Weights& weights, const GivenRows& rows)
      : count_(static_cast<Index>(weights.shape(0))), dim_(static_cast<Index>(weights.shape(1))) {
    using Strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
    const Index between = count_ > 1 ? weights.stride(0) : dim_, along = dim_ > 1 ? weights.stride(1) : 1;
    const Eigen::Map<const Eigen::MatrixXd, 0, Strides> given(weights.data(), dim_, count_,
                                                              Strides(between, along));
    const bool several = rows.is_sparse() && count_ > 1, in_order = between == 1 && along == count_;
    by_feature_ = several && (in_order || rows.size() * rows.numbers_per_row() / 2 >= dim_);
    data_ = weights.data();
    if (by_feature_ ? in_order : between == dim_ && along == 1) return;
    if (by_feature_)
      copy_ = given.transpose();
    else
      copy_ = given;
    data_ = copy_.data();
  }
  ScoredWeights(const ScoredWeights&) = delete;
  ScoredWeights& operator=(const ScoredWeights&) = delete;

  void multiply(const RowBlocks& rows, int threads, std::span<double> scores) const {
    if (by_feature_)
      multiply_all(rows, MultipliedRows::Vectors::by_coordinate(data_, count_), count_, threads, scores);
    else
      multiply_all(rows, Eigen::Map<const Eigen::MatrixXd>(data_, dim_, count_), threads, scores);
  }

 private:
  Index count_, dim_;
  bool by_feature_ = false;
  Eigen::MatrixXd copy_;
  const double* data_ = nullptr;
};

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
  const auto work = [&] {
    const ScoredWeights w(weights, rows);
    RowBuffer buffer;
    std::vector<double> scores;
    // Few enough numbers that what is converted is still in the cache when it is multiplied.
    constexpr Index numbers_at_once = 200'000;
    const Index few = std::max<Index>(64, numbers_at_once / std::max<Index>(1, rows.numbers_per_row()));
    const Index step = std::min(rows_at_once(rows, 1), few) * std::max(1, threads);
    for (Index begin = 0; begin < rows.size(); begin += step) {
      const Rows some = rows.rows(begin, std::min(rows.size(), begin + step), buffer);
      scores.resize(static_cast<std::size_t>(some.size() * k));
      w.multiply(StoredRows(some), threads, scores);
      double* to = out.data() + begin * k;
      for (std::size_t i = 0; i < scores.size(); ++i)
        to[i] = scores[i] + intercepts.data()[i % static_cast<std::size_t>(k)];
    }
  };
  // Some milliseconds: a thread of its own, which may have to wait for a processor and finds another's data
  // in its caches, would take as long.
  constexpr double most_products_at_once = 4e6;
  const double products = static_cast<double>(rows.size()) * static_cast<double>(rows.numbers_per_row() * k);
  if (threads == 1 && products <= most_products_at_once)
    work();
  else
    run_interruptibly(work);
}

}  // namespace

void bind_linear(nb::module_& module) {
  module.def(
      "train_linear", &train_linear, nb::arg("rows"), nb::arg("y"), nb::arg("weights").none(),
      nb::arg("learner"), nb::arg("constant"), nb::arg("threads"),
      "Trains a linear learner, JSON, on the rows with a column of that constant behind them (0: none), and "
      "with weights of rows or None. "
      "Returns the parts of the model, its classes and a report, JSON.");
  module.def("linear_scores", &linear_scores, nb::arg("rows"), nb::arg("weights"), nb::arg("intercepts"),
             nb::arg("out").noconvert(), nb::arg("threads"), "out = X weights^T + intercepts.");
}

}  // namespace sketchbench::python
