#include <sketchbench/features/kernel_pca/pca_nystrom.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/features/embedding/projected_features.hpp>
#include <sketchbench/features/kernel_pca/kernel_pca_kinds.hpp>
#include <sketchbench/features/kernel_pca/principal_directions.hpp>
#include <sketchbench/features/kernel_pca/principal_features.hpp>
#include <sketchbench/features/nystrom/landmarks.hpp>
#include <sketchbench/features/nystrom/nystrom.hpp>
#include <sketchbench/features/nystrom/nystrom_map.hpp>
#include <sketchbench/numerics/eigensolvers/subspaces.hpp>

namespace sketchbench {
namespace {

struct Choices : MapParameters {
  std::string landmarks = "uniform";
  Index m = 0;
  int centred = 0;

  static const Fields<Choices>& fields() {
    static const Fields<Choices> all = {
        {{.name = "landmarks",
          .meaning =
              "how they are chosen: all alike, by ridge leverage scores, or by randomly pivoted Cholesky",
          .choices = {"uniform", "leverage", "rpcholesky"}},
         &Choices::landmarks},
        {{.name = "m",
          .meaning = "landmarks; 0: 4 D, and no more than half of the training rows unless D is",
          .low = 0,
          .high = std::numeric_limits<std::int32_t>::max()},
         &Choices::m},
        {{.name = "centred",
          .meaning = "1: the features have the mean 0 over the training rows",
          .low = 0,
          .high = 1},
         &Choices::centred}};
    return all;
  }
};

/// With the number of landmarks where none is asked for.
Choices choices_of(const MapRequest& request) {
  Choices choices = parameters_of<Choices>(request);
  const Index most = request.n_train > 0 ? std::max(request.D, request.n_train / 2) : 4 * request.D;
  if (choices.m == 0) choices.m = std::min(4 * request.D, most);
  return choices;
}

void require_shape(const MapRequest& request) {
  const Index m = choices_of(request).m;
  if (m < request.D) throw InputError(fmt::format("m is {}, expected 0, or at least D = {}", m, request.D));
  if (request.n_train == 0) return;
  require_training_rows(request);
  if (m > request.n_train)
    throw InputError(fmt::format("m is {}, but there are {} training rows: expected m of at most {}", m,
                                 request.n_train, request.n_train));
}

std::vector<Index> landmarks_of(const MapRequest& request, const Rows& train, const Choices& choices) {
  if (choices.landmarks == "leverage")
    return leverage_landmarks(request.kernel, train, choices.m, request.seed);
  if (choices.landmarks == "rpcholesky")
    return pivoted_landmarks(request.kernel, train, choices.m, request.seed);
  return uniform_landmarks(train.size(), choices.m, request.seed);
}

double choosing_memory(const MapRequest& request, const Choices& choices) {
  const Index n = std::max(request.n_train, choices.m);
  if (choices.landmarks == "leverage")
    return leverage_landmarks_memory(request.kernel, request.d_in, n, choices.m);
  if (choices.landmarks == "rpcholesky") return pivoted_landmarks_memory(n, choices.m);
  return uniform_landmarks_memory(n);
}

FeatureDirections directions_of(const NystromMap& nystrom, const Rows& train, const MapRequest& request,
                                bool centred) {
  constexpr double gap = 1e-6;
  const PrincipalDirections found =
      principal_directions(nystrom, train, request.D, centred, request.threads, *request.ranks);
  const Eigen::VectorXd& values = found.eigenvalues;
  Json facts = {{"landmarks", nystrom.d_out()},
                {"landmark_rank", *nystrom.rank()},
                {"eigenvalues", std::vector<double>(values.begin(), values.end())},
                {"rank", found.rank},
                {"cut_off", principal_cut_off},
                {"coinciding", Json::array()}};
  if (found.rank > 1) facts["coinciding"] = coinciding_eigenvalues(values.head(found.rank), gap);
  return {.directions = found.directions,
          .offsets = found.directions.transpose() * found.mean,
          .facts = std::move(facts)};
}

std::unique_ptr<FeatureMap> make(const MapRequest& request, const Rows& train) {
  require_shape(request);
  const Choices choices = choices_of(request);
  const OwnedRows landmarks(train, landmarks_of(request, train, choices));
  auto nystrom = std::make_unique<NystromMap>(request.kernel, landmarks.view());
  const FeatureDirections found = directions_of(*nystrom, train, request, choices.centred == 1);
  return std::make_unique<PrincipalFeatures>(std::move(nystrom), found);
}

std::unique_ptr<FeatureMap> restore(const MapRequest& request, const MapParts& kept) {
  const MapPartsReader parts(kept);
  auto nystrom = NystromMap::restored(request.kernel, request.d_in, choices_of(request).m, parts);
  return std::make_unique<PrincipalFeatures>(std::move(nystrom), request.D, parts);
}

double memory(const MapRequest& request) {
  const Choices choices = choices_of(request);
  const double making = NystromMap::memory(request, choices.m) + OwnedRows::memory(choices.m, request.d_in) +
                        principal_directions_memory(choices.m, request.D) +
                        NystromMap::workspace(choices.m) * request.threads;
  return PrincipalFeatures::memory(choices.m, request.D) +
         std::max(choosing_memory(request, choices), making);
}

double seconds_of_row(const MapRequest& request, double nonzeros) {
  // The features twice, for their directions and for themselves; a landmark's share of the eigenvectors of
  // K_LL is that of as many directions. Leverage scores and pivoted Cholesky go through all rows again.
  const Choices choices = choices_of(request);
  const Index n = std::max(request.n_train, choices.m);
  const double passes = choices.landmarks == "uniform" ? 2 : 4;
  return passes * NystromMap::seconds_of_row(request.kernel, nonzeros, choices.m) +
         2 * principal_directions_seconds(choices.m, n) + projection_seconds(choices.m, request.D);
}

}  // namespace

FeatureMapKind pca_nystrom_kind() {
  FeatureMapKind kind;
  kind.family = MapFamily::nystrom;
  kind.name = "pca_nystrom";
  kind.summary = "the leading principal directions of Nyström features of training rows";
  kind.title = "Nyström, principal directions";
  kind.brief = "Nyström PCA";
  kind.formula = std::string(components_formula) + " among those that m landmarks span";
  kind.python.name = "PCANystrom";
  kind.citation = nystrom_uniform_kind().citation;
  kind.remark =
      "Nyström, principal directions: of 4 D landmarks, or half of the training rows where that is less, "
      "unless the configuration says otherwise; not centred unless it says so.";
  kind.supports = [](const Kernel&) { return true; };
  set_parameters<Choices>(kind);
  kind.looks_at_data = true;
  kind.unbiased = false;
  kind.make = make;
  kind.restore = restore;
  kind.memory = memory;
  kind.workspace = [](const MapRequest& request) {
    const Index m = choices_of(request).m;
    return NystromMap::workspace(m) + PrincipalFeatures::workspace(m, request.D);
  };
  kind.require_shape = require_shape;
  kind.seconds_of_row = seconds_of_row;
  return kind;
}

}  // namespace sketchbench
