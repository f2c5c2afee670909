#include <sketchbench/features/nystrom/nystrom.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/features/nystrom/landmarks.hpp>
#include <sketchbench/features/nystrom/nystrom_map.hpp>

namespace sketchbench {
namespace {

/// The beginning of formulas: how landmarks are chosen is to follow.
constexpr const char* landmarks_formula =
    "z(x) = (K_mm)^(-1/2) (kappa(x, l_1), ..., kappa(x, l_m)), m = D landmarks l_j,";

const FieldInfo& landmarks_parameter() {
  static const FieldInfo landmarks{.name = "landmarks",
                                   .meaning = "a LIBSVM file, relative to what names it: its first D rows",
                                   .file = true,
                                   .default_value = ""};
  return landmarks;
}

/// The first D rows of those that the user gives, with as many columns as the data have.
Rows given_landmarks(const MapRequest& request) {
  const CsrMatrix* const rows = request.landmarks.get();
  if (rows == nullptr)
    throw InputError(
        fmt::format("\"{0}\" is missing, expected {{\"{0}\": \"FILE\"}} among the map's parameters",
                    landmarks_parameter().name));
  if (request.D > rows->size())
    throw InputError(fmt::format("D is {}, but {} landmarks are given: expected D of at most {}", request.D,
                                 rows->size(), rows->size()));
  if (rows->d > request.d_in)
    throw InputError(fmt::format("the landmarks have {} features, expected at most {} as the data have",
                                 rows->d, request.d_in));
  return Rows::sparse(rows->row_start.data(), rows->column.data(), rows->value.data(), request.D,
                      request.d_in);
}

std::unique_ptr<FeatureMap> make_map(const MapRequest& request, const Rows& train,
                                     const std::vector<Index>& landmarks) {
  return std::make_unique<NystromMap>(request.kernel, OwnedRows(train, landmarks).view());
}

/// The landmarks' own rows, before they are laid out for products.
double copies(const MapRequest& request) {
  const Index values = request.nonzeros > 0 ? static_cast<Index>(request.nonzeros) + 1 : request.d_in;
  return OwnedRows::memory(request.D, std::min(values, request.d_in));
}

double squared(Index D) { return static_cast<double>(D) * static_cast<double>(D); }

/// A row's share of the eigenvectors of K_LL.
double eigenvector_share(const MapRequest& request) {
  // Seconds of an operation of the solver, D^3 of them: a server processor of 2021.
  constexpr double seconds_of_solver = 1e-9;
  return seconds_of_solver * squared(request.D) * static_cast<double>(request.D) /
         static_cast<double>(std::max(request.n_train, request.D));
}

double seconds_of_mapping(const MapRequest& request, double nonzeros) {
  return NystromMap::seconds_of_row(request.kernel, nonzeros, request.D) + eigenvector_share(request);
}

/// What is alike; how landmarks are chosen is left to be filled in.
FeatureMapKind nystrom_kind() {
  return {.summary = {},
          .family = MapFamily::nystrom,
          .claim = "d D + D^2",
          .supports = [](const Kernel&) { return true; },
          .looks_at_data = true,
          .unbiased = false,
          .make = nullptr,
          .restore = [](const MapRequest& request, const MapParts& parts) -> std::unique_ptr<FeatureMap> {
            return NystromMap::restored(request.kernel, request.d_in, request.D, MapPartsReader(parts));
          },
          .memory = nullptr,
          .workspace = [](const MapRequest& request) { return NystromMap::workspace(request.D); },
          .require_shape =
              [](const MapRequest& request) {
                if (request.n_train > 0) require_training_rows(request);
              },
          .claimed_operations =
              [](const MapRequest& request) {
                return static_cast<double>(request.d_in) * static_cast<double>(request.D) +
                       squared(request.D);
              },
          .seconds_of_row = nullptr};
}

}  // namespace

FeatureMapKind nystrom_uniform_kind() {
  FeatureMapKind kind = nystrom_kind();
  kind.name = "nystrom_uniform";
  kind.summary = "Nyström features of training rows drawn uniformly";
  kind.title = "Nyström, uniform landmarks";
  kind.brief = "Nyström uniform";
  kind.formula = std::string(landmarks_formula) + " drawn uniformly from the training rows";
  kind.citation =
      "Williams, C. K. I. and Seeger, M. (2001). Using the Nyström method to speed up kernel machines. NIPS "
      "13.";
  kind.remark =
      "Nyström: eigenvalues of the landmarks' kernel matrix below 1e-12 of the largest are taken for 0; no "
      "other regularisation.";
  kind.make = [](const MapRequest& request, const Rows& train) -> std::unique_ptr<FeatureMap> {
    require_training_rows(request);
    return make_map(request, train, uniform_landmarks(train.size(), request.D, request.seed));
  };
  kind.memory = [](const MapRequest& request) {
    return NystromMap::memory(request, request.D) + copies(request) +
           uniform_landmarks_memory(std::max(request.n_train, request.D));
  };
  kind.seconds_of_row = seconds_of_mapping;
  return kind;
}

FeatureMapKind nystrom_given_kind() {
  FeatureMapKind kind = nystrom_kind();
  kind.name = "nystrom_given";
  kind.summary = "Nyström features of the first D rows of a file";
  kind.title = "Nyström, given landmarks";
  kind.brief = "Nyström given";
  kind.formula = std::string(landmarks_formula) + " given by the user";
  kind.citation = nystrom_uniform_kind().citation;
  kind.parameters = {landmarks_parameter()};
  kind.looks_at_data = false;
  kind.restore = nullptr;
  kind.draws = false;
  kind.make = [](const MapRequest& request, const Rows&) -> std::unique_ptr<FeatureMap> {
    return std::make_unique<NystromMap>(request.kernel, given_landmarks(request));
  };
  kind.memory = [](const MapRequest& request) {
    const double given =
        request.landmarks == nullptr ? 0.0 : 8.0 * static_cast<double>(request.landmarks->value.size());
    return NystromMap::memory(request, request.D) + given;
  };
  kind.require_shape = [](const MapRequest& request) { static_cast<void>(given_landmarks(request)); };
  kind.seconds_of_row = seconds_of_mapping;
  return kind;
}

FeatureMapKind nystrom_leverage_kind() {
  FeatureMapKind kind = nystrom_kind();
  kind.name = "nystrom_leverage";
  kind.summary = "Nyström features of training rows drawn by recursive ridge leverage scores";
  kind.title = "Nyström, ridge leverage scores";
  kind.brief = "Nyström RLS";
  kind.formula = std::string(landmarks_formula) + " drawn from the training rows by ridge leverage scores";
  kind.citation = "Musco, C. and Musco, C. (2017). Recursive sampling for the Nyström method. NIPS 30.";
  kind.make = [](const MapRequest& request, const Rows& train) -> std::unique_ptr<FeatureMap> {
    require_training_rows(request);
    return make_map(request, train, leverage_landmarks(request.kernel, train, request.D, request.seed));
  };
  kind.memory = [](const MapRequest& request) {
    const double choosing = leverage_landmarks_memory(request.kernel, request.d_in,
                                                      std::max(request.n_train, request.D), request.D);
    return std::max(choosing, NystromMap::memory(request, request.D) + copies(request));
  };
  kind.seconds_of_row = [](const MapRequest& request, double nonzeros) {
    // All levels have twice as many rows as the top one. Each of them, which are ceil(log2(n / D)), has a
    // sample of about D rows, whose eigenvalues are counted like eigenvectors.
    const auto rows = static_cast<double>(std::max(request.n_train, request.D));
    const double levels = std::ceil(std::log2(rows / static_cast<double>(request.D)));
    return seconds_of_mapping(request, nonzeros) + levels * eigenvector_share(request) +
           2 * (LandmarkKernel::seconds_of_row(request.kernel, nonzeros, request.D) +
                0.1e-9 * squared(request.D));
  };
  return kind;
}

FeatureMapKind nystrom_rpcholesky_kind() {
  FeatureMapKind kind = nystrom_kind();
  kind.name = "nystrom_rpcholesky";
  kind.summary = "Nyström features of training rows that randomly pivoted Cholesky chooses";
  kind.title = "Nyström, randomly pivoted Cholesky";
  kind.brief = "RPCholesky";
  kind.formula =
      std::string(landmarks_formula) + " chosen from the training rows by randomly pivoted Cholesky";
  kind.python.name = "NystromRPCholesky";
  kind.citation =
      "Chen, Y., Epperly, E. N., Tropp, J. A. and Webber, R. J. (2022). Randomly pivoted Cholesky: practical "
      "approximation of a kernel matrix with few entry evaluations. arXiv:2207.06503.";
  kind.make = [](const MapRequest& request, const Rows& train) -> std::unique_ptr<FeatureMap> {
    require_training_rows(request);
    return make_map(request, train, pivoted_landmarks(request.kernel, train, request.D, request.seed));
  };
  kind.memory = [](const MapRequest& request) {
    const double choosing = pivoted_landmarks_memory(std::max(request.n_train, request.D), request.D);
    return std::max(choosing, NystromMap::memory(request, request.D) + copies(request));
  };
  kind.seconds_of_row = [](const MapRequest& request, double nonzeros) {
    // A landmark at a time: each step reads all rows and the factor so far from memory, D^2 / 2 values a row.
    return seconds_of_mapping(request, nonzeros) +
           static_cast<double>(request.D) * (0.5e-9 * nonzeros + 30e-9) + 0.5e-9 * squared(request.D);
  };
  return kind;
}

}  // namespace sketchbench
