#include "bench/kernel_pca_subject.hpp"

#include <memory>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/numerics/eigensolvers/eigenpairs.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench::bench {
namespace {

constexpr Seed seed = 1;

/// "Kernel PCA, solver = lanczos".
std::string label_of(std::string who, const ParameterValues& parameters) {
  for (const auto& [key, value] : parameters) who += ", " + parameter_text(key, value);
  return who;
}

PcaSubject own_subject(const std::string& name, const ParameterValues& parameters,
                       const PcaProblem& problem) {
  const Rows train = problem.training(), fresh = problem.fresh();
  MapRequest request{.d_in = train.dim(),
                     .kernel = problem.kernel,
                     .D = problem.l,
                     .seed = seed,
                     .n_train = train.size(),
                     .parameters = parameters};
  request.parameters["centred"] = 1;
  const auto map = std::make_shared<std::unique_ptr<FeatureMap>>();
  const auto z = std::make_shared<DenseMatrix>(fresh.size(), problem.l);
  const std::string label = label_of(method_title(name), parameters);
  return {.label = label,
          .fit = timed(label + ", fit", [=] { *map = make_feature_map(name, request, train); }),
          .transform = timed(label + ", transform", [=] { (*map)->transform(fresh, *z); }),
          .features =
              [=] {
                DenseMatrix features(train.size(), request.D);
                (*map)->transform(train, features, threads_of_judging);
                return features;
              },
          .facts = [=] { return (*map)->facts(); }};
}

PcaSubject sklearn_subject(SklearnWorker& worker, const Json& arguments, const PcaProblem& problem) {
  const std::string label = label_of("sklearn", ParameterValues(arguments));
  return {.label = label,
          .is_sklearns = true,
          .fit = {label + ", fit", [=, &worker] { return worker.fit_pca(label, arguments); }},
          .transform = {label + ", transform", [=, &worker] { return worker.transform_pca(label); }},
          .features = [&worker, label, train = problem.train, l = problem.l] {
            return worker.features_of_pca(label, train, l);
          }};
}

}  // namespace

std::vector<PcaSubject> own_subjects(const PcaProblem& problem) {
  return {own_subject("kernel_pca", {{"solver", "lanczos"}}, problem),
          own_subject("kernel_pca", {{"solver", "orthogonal_iteration"}}, problem),
          own_subject("kernel_pca", {{"solver", "randomised"}}, problem),
          own_subject("kernel_pca_sparsified", {{"s", 10}}, problem),
          own_subject("kernel_pca_sparsified", {{"s", 100}}, problem),
          own_subject("kernel_pca_quantised", {}, problem)};
}

std::vector<PcaSubject> sklearn_subjects(SklearnWorker& worker, const PcaProblem& problem) {
  worker.load_pca(problem.rows, problem.train, problem.kernel, problem.l, seed);
  const double tolerance = StoppingRule{}.tolerance;
  return {sklearn_subject(worker, {{"eigen_solver", "arpack"}}, problem),
          sklearn_subject(worker, {{"eigen_solver", "arpack"}, {"tol", tolerance}}, problem),
          sklearn_subject(worker, {{"eigen_solver", "randomized"}}, problem)};
}

}  // namespace sketchbench::bench
