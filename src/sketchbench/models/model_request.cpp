#include <sketchbench/models/model_request.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/numbered_gram.hpp>

namespace sketchbench {

namespace {

void complete_map(ModelRequest& request) {
  const FeatureMapKind& kind = find_feature_map(request.map);
  require_supported(kind, request.kernel);
  request.map_parameters = read_map_parameters(request.map_parameters, request.map, kind.parameters);
  if (request.D < 1 || request.D > largest_D)
    throw InputError(fmt::format("{}: D is {}, expected the number of mapped features, 1 to {}", request.map,
                                 request.D, largest_D));
}

std::string learners_on_gram() {
  std::vector<std::string> names;
  for (const LearnerKind& kind : learner_kinds())
    if (kind.takes_gram) names.push_back(kind.type);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

ModelRequest complete_request(ModelRequest request) {
  const LearnerKind& learner = request.learner.kind();
  const std::string name = request.learner.short_text();
  if (learner.uses_kernel && !request.map.empty())
    throw InputError(fmt::format(
        "{} trains on the kernel itself, and not on the features of a map: leave {} out, or choose another "
        "learner",
        name, request.map));
  if (request.on_gram) {
    if (!learner.takes_gram)
      throw InputError(
          fmt::format("{} does not train on a kernel matrix: choose {}", name, learners_on_gram()));
    request.kernel = kernel_of_units();
  }
  if (uses_kernel(request)) request.kernel.check();
  if (learner.uses_kernel) require_supported(learner, request.kernel);
  if (!request.map.empty()) complete_map(request);
  if (request.probabilities && request.learner.task() != Task::classification)
    throw InputError(fmt::format("{} predicts targets, and probabilities are for classes", name));
  if (request.probabilities && learner.one_class)
    throw InputError(fmt::format("{} knows one class, and probabilities are for two or more", name));
  return request;
}

bool uses_kernel(const ModelRequest& request) {
  return !request.map.empty() || request.learner.kind().uses_kernel;
}

MapRequest map_request_of(const ModelRequest& request, Index d_in, Index n_train) {
  return {.d_in = d_in,
          .kernel = request.kernel,
          .D = request.D,
          .seed = request.seed,
          .n_train = n_train,
          .parameters = request.map_parameters,
          .landmarks = request.landmarks,
          .threads = request.threads};
}

std::string in_words(const ModelRequest& request) {
  std::string text = request.learner.short_text();
  const Json given = request.learner.to_json(), defaults = LearnerSpec(request.learner.kind()).to_json();
  const std::string learner = text;
  for (const auto& [key, value] : given.items()) {
    const bool is_said = learner.ends_with(fmt::format("{} {}", key, json_text(value)));
    if (!is_said && (!defaults.contains(key) || defaults.at(key) != value))
      text += fmt::format(", {} = {}", key, json_text(value));
  }
  if (!request.map.empty()) text += fmt::format(", on {} with D = {}", request.map, request.D);
  if (request.on_gram)
    text += ", a kernel matrix";
  else if (uses_kernel(request))
    text += ", " + request.kernel.display();
  return text;
}

}  // namespace sketchbench
