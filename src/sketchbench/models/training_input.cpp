#include <sketchbench/models/training_input.hpp>

#include <fmt/format.h>

#include <cmath>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/mapped_rows.hpp>

namespace sketchbench {
namespace {

Kernel kernel_for(const ModelRequest& request, const Rows& x) {
  if (!uses_kernel(request) || !has_sigma_rule(request.kernel)) return request.kernel;
  if (request.kernel.sigma()->rule() != Sigma::Rule::median)
    throw InputError(
        fmt::format("sigma is \"{}\", expected a number or \"median\"", request.kernel.sigma()->text()));
  return request.kernel.with_sigma(median_distance(request.kernel, x));
}

Json key_of(const ModelRequest& request) {
  if (!uses_kernel(request)) return nullptr;
  Json key = {{"kernel", request.kernel.to_json()}};
  if (request.map.empty()) return key;
  key.update({{"map", request.map},
              {"D", request.D},
              {"parameters", request.map_parameters},
              {"seed", request.seed},
              {"streams", request.learner.streams()}});
  return key;
}

/// What the learner's kind advises, but not to raise a lambda that is what leaves the range of numbers.
std::string learner_advice(const LearnerSpec& learner) {
  const std::string& advice = learner.kind().advice;
  constexpr double large = 1e30;
  const Json keys = learner.to_json();
  const auto lambda = keys.find("lambda");
  const bool is_large = lambda != keys.end() && lambda->is_number() && lambda->get<double>() > large;
  return is_large ? replaced(advice, "raise lambda", "lower lambda") : advice;
}

std::string advice_for(const ModelRequest& request) {
  return scaling_advice(
      {learner_advice(request.learner), uses_kernel(request) ? request.kernel.advice() : ""});
}

TrainingShape shape_of(const LabeledRows& data) {
  TrainingShape shape{.n = data.x.size(), .d = data.x.dim(), .nonzeros_per_row = stored_per_row(data.x)};
  if (data.task == Task::classification)
    shape.classes = static_cast<int>(std::set<float>(data.y.begin(), data.y.end()).size());
  return shape;
}

/// Throws InputError for what an ill-chosen problem ends in.
void require_usable(const Trained& trained, const ModelRequest& request) {
  const std::string learner = request.learner.short_text();
  for (std::size_t k = 0; k < trained.report.objectives.size(); ++k)
    if (!std::isfinite(trained.report.objectives[k]))
      throw InputError(fmt::format("{} ended problem {} of {} with the objective {}: {}", learner, k + 1,
                                   trained.report.objectives.size(), trained.report.objectives[k],
                                   advice_for(request)));
  const std::optional<ModelParts> parts = trained.model->parts();
  if (!parts) return;
  for (const auto& [name, values] : parts->real)
    for (const double value : values)
      if (!std::isfinite(value))
        throw InputError(fmt::format("{} ended with a value of its {} that is {}: {}", learner, name, value,
                                     advice_for(request)));
}

}  // namespace

std::function<void(const Rows& z, Index first_row)> finite_features(const ModelRequest& request,
                                                                    std::string_view rows) {
  return [what = fmt::format("{} mapped by {} with D = {}", rows, request.map, request.D),
          advice = std::string(request.kernel.advice())](const Rows& z, Index first_row) {
    require_finite(z, first_row, what, advice);
  };
}

TrainingInput::TrainingInput(const LabeledRows& data, const ModelRequest& request)
    : features_(data.x.dim()), data_(data), request_(request), key_(key_of(request)) {
  check_training_data(data, request.learner.short_text(), request.learner.task());
  if (data.task == Task::classification && !request.learner.kind().one_class)
    static_cast<void>(count_classes(data.y, data.weights));
  if (!request.on_gram) columns_ = columns_for(request, data.x);
  if (columns_) {
    renumbered_ = columns_->apply(data.x);
    data_.x = renumbered_.view();
  }
  request_.kernel = kernel_for(request, data_.x);
  if (!request.map.empty()) make_map();
}

void TrainingInput::require_room(const FeatureMapKind& kind, const MapRequest& wanted) const {
  TrainingShape shape = shape_of(data_);
  const bool streams = request_.learner.streams();
  shape.d = features_of(kind, wanted);
  shape.nonzeros_per_row = static_cast<double>(shape.d);
  const double held = streams ? 0.0 : 4.0 * static_cast<double>(shape.n) * static_cast<double>(shape.d);
  require_memory(held + bytes_in_use(kind, wanted, request_.threads) + request_.learner.memory(shape),
                 fmt::format("training on {} features of {} rows", shape.d, shape.n));
}

void TrainingInput::make_map() {
  const FeatureMapKind& kind = find_feature_map(request_.map);
  MapRequest wanted = map_request_of(request_, data_.x.dim(), data_.x.size());
  wanted.nonzeros = stored_per_row(data_.x);
  require_possible(kind, wanted);
  require_room(kind, wanted);
  map_ = make_feature_map(request_.map, wanted, data_.x);
  if (request_.learner.streams()) return;
  z_ = DenseMatrix(data_.x.size(), map_->d_out());
  map_->transform(data_.x, z_, request_.threads);
  finite_features(request_, "training rows")(z_.view(), 0);
}

bool TrainingInput::serves(const ModelRequest& other) const {
  return key_of(other) == key_ && other.landmarks == request_.landmarks;
}

TrainedModel TrainingInput::train(const ModelRequest& request) const {
  ModelState state{.request = request,
                   .features = features_,
                   .training_rows = data_.x.size(),
                   .map = map_,
                   .columns = columns_};
  state.request.kernel = request_.kernel;
  const auto learner = request.learner.make(request_.kernel, request.threads);
  Trained trained;
  if (map_ == nullptr) {
    trained =
        request.on_gram ? learner->train_on_gram(data_, request.seed) : learner->train(data_, request.seed);
  } else if (request.learner.streams()) {
    const MappedRows rows(*map_, data_.x, finite_features(request_, "training rows"));
    trained = learner->train_on_blocks(rows, data_.y, data_.weights, request.seed);
  } else {
    trained = learner->train({z_.view(), data_.y, data_.task, data_.weights}, request.seed);
  }
  require_usable(trained, request);
  state.model = std::move(trained.model);
  state.report = std::move(trained.report);
  return TrainedModel(std::move(state));
}

}  // namespace sketchbench
