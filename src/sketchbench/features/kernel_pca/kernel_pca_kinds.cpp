#include <sketchbench/features/kernel_pca/kernel_pca_kinds.hpp>

#include <algorithm>
#include <limits>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/features/kernel_pca/kernel_pca_training.hpp>
#include <sketchbench/features/kernel_pca/operators/gram_matrix.hpp>
#include <sketchbench/features/kernel_pca/operators/quantised_gram.hpp>
#include <sketchbench/features/kernel_pca/operators/sampled_signs.hpp>
#include <sketchbench/features/kernel_pca/operators/sparsified_gram.hpp>
#include <sketchbench/features/kernel_pca/operators/tile_values.hpp>

namespace sketchbench {
namespace {

struct PcaParameters : MapParameters {
  std::string solver = "lanczos";
  int centred = 0;
  double rounding = 0;
  Index projection = 0;

  KernelPcaChoices choices() const {
    return {.solver = find_eigen_method(solver),
            .centred = centred == 1,
            .rounding = rounding,
            .projection = projection};
  }
  /// Columns that kernel values are made of.
  Index columns(const MapRequest& request) const { return projection > 0 ? projection : request.d_in; }
  static const Fields<PcaParameters>& fields();
};

/// Of a matrix of which some entries are kept.
struct SampledParameters : PcaParameters {
  double s = 10;

  static const Fields<SampledParameters>& fields();
};

template <class P>
std::vector<Field<P>> common_fields() {
  return {{{.name = "solver", .meaning = "what finds the eigenvectors", .choices = eigen_method_names()},
           &P::solver},
          {{.name = "centred",
            .meaning = "1: the kernel is centred, features have the mean 0 over the training rows",
            .low = 0,
            .high = 1},
           &P::centred},
          {{.name = "rounding",
            .meaning = "s of the randomised rounding of coefficients, of vectors of length 1; 0: none",
            .low = 0,
            .high = 1e9},
           &P::rounding},
          {{.name = "projection",
            .meaning = "dimensions that rows are projected to by random signs; 0: none",
            .low = 0,
            .high = std::numeric_limits<std::int32_t>::max()},
           &P::projection}};
}

const Fields<PcaParameters>& PcaParameters::fields() {
  static const Fields<PcaParameters> all(common_fields<PcaParameters>());
  return all;
}

const Fields<SampledParameters>& SampledParameters::fields() {
  static const Fields<SampledParameters> all([] {
    auto fields = common_fields<SampledParameters>();
    fields.emplace_back(
        FieldInfo{
            .name = "s", .meaning = "one entry of s of the kernel matrix is kept", .low = 1, .high = 1e9},
        &SampledParameters::s);
    return fields;
  }());
  return all;
}

Index training_rows(const MapRequest& request) { return std::max(request.n_train, request.D); }

/// That a row which is kept has at most, on average: of a sparse one its non-zeros, each with its column.
Index values_of_row(const MapRequest& request) {
  if (request.nonzeros <= 0) return request.d_in;
  return std::min(request.d_in, static_cast<Index>(request.nonzeros) + 1);
}

double making_of_entries(const MapRequest& request, const SampledParameters& given) {
  return SparseTriangle::memory_of_making(training_rows(request), given.columns(request), given.s,
                                          request.threads);
}

// What stands in for the kernel matrix: how it is made, its bytes and those of its making, which part of its
// entries is computed, and the seconds that one of all its m^2 entries takes of its product with a vector (a
// server processor of 2021).

struct Whole {
  using Parameters = PcaParameters;

  static TrainingMatrix make(const MapRequest& request, const Parameters&, const Rows& rows) {
    return {.matrix = std::make_unique<GramMatrix>(request.kernel, rows, request.threads)};
  }
  static double memory(const MapRequest& request, const Parameters& given) {
    return GramMatrix::memory(request.kernel, given.columns(request), training_rows(request));
  }
  static double memory_of_making(const MapRequest& request,
                                 const Parameters& given) {  // those of one thread are in memory()
    return (request.threads - 1) * TileValues::Columns::memory(given.columns(request));
  }
  static double computed(const MapRequest&, const Parameters&) { return 1; }
  static double product_seconds(const MapRequest&, const Parameters&) { return 0.15e-9; }
};

struct Sparsified {
  using Parameters = SampledParameters;

  static TrainingMatrix make(const MapRequest& request, const Parameters& given, const Rows& rows) {
    auto matrix =
        std::make_unique<SparsifiedGram>(request.kernel, rows, given.s, request.seed, request.threads);
    const Json facts = {{"kept", matrix->kept()}};
    return {.matrix = std::move(matrix), .facts = facts};
  }
  static double memory(const MapRequest& request, const Parameters& given) {
    return SparsifiedGram::memory(training_rows(request), given.s);
  }
  static double memory_of_making(const MapRequest& request, const Parameters& given) {
    return making_of_entries(request, given);
  }
  static double computed(const MapRequest&, const Parameters& given) { return 1 / given.s; }
  static double product_seconds(const MapRequest&, const Parameters& given) { return 0.4e-9 / given.s; }
};

struct Quantised {
  using Parameters = PcaParameters;

  static TrainingMatrix make(const MapRequest& request, const Parameters&, const Rows& rows) {
    auto matrix = std::make_unique<QuantisedGram>(request.kernel, rows, request.seed, request.threads);
    const Json facts = {{"bound", matrix->bound()}};
    return {.matrix = std::move(matrix), .facts = facts};
  }
  static double memory(const MapRequest& request, const Parameters&) {
    return QuantisedGram::memory(training_rows(request));
  }
  static double memory_of_making(const MapRequest& request, const Parameters& given) {
    return QuantisedGram::memory_of_making(training_rows(request), given.columns(request), request.threads);
  }
  static double computed(const MapRequest&, const Parameters&) { return 1; }
  static double product_seconds(const MapRequest&, const Parameters&) { return 0.05e-9; }
};

struct SignsOfSome {
  using Parameters = SampledParameters;

  static TrainingMatrix make(const MapRequest& request, const Parameters& given, const Rows& rows) {
    auto matrix =
        std::make_unique<SampledSigns>(request.kernel, rows, given.s, request.seed, request.threads);
    const Json facts = {{"kept", matrix->kept()}, {"bound", matrix->bound()}};
    return {.matrix = std::move(matrix), .facts = facts};
  }
  static double memory(const MapRequest& request, const Parameters& given) {
    return SampledSigns::memory(training_rows(request), given.s);
  }
  static double memory_of_making(const MapRequest& request, const Parameters& given) {
    return making_of_entries(request, given);
  }
  static double computed(const MapRequest&, const Parameters& given) { return 1 / given.s; }
  static double product_seconds(const MapRequest&, const Parameters& given) { return 0.3e-9 / given.s; }
};

/// A kind with that matrix; names are left to be filled in.
template <class Matrix>
FeatureMapKind kind_with() {
  using Parameters = typename Matrix::Parameters;
  FeatureMapKind kind;
  kind.family = MapFamily::components;
  kind.citation =
      "Achlioptas, D., McSherry, F. and Schölkopf, B. (2001). Sampling techniques for kernel methods. NIPS "
      "14.";
  kind.supports = [](const Kernel&) { return true; };
  kind.looks_at_data = true;
  kind.unbiased = false;
  set_parameters<Parameters>(kind);
  kind.make = [](const MapRequest& request, const Rows& train) -> std::unique_ptr<FeatureMap> {
    require_training_rows(request);
    const auto& given = parameters_of<Parameters>(request);
    const auto matrix = [&](const Rows& rows) { return Matrix::make(request, given, rows); };
    return train_kernel_pca(request.kernel, train, request.D, request.seed, given.choices(), matrix,
                            request.threads);
  };
  kind.restore = [](const MapRequest& request, const MapParts& parts) -> std::unique_ptr<FeatureMap> {
    return restore_kernel_pca(request.kernel, request.d_in, request.D, request.seed,
                              parameters_of<Parameters>(request).choices(), parts);
  };
  kind.memory = [](const MapRequest& request) {
    const auto& given = parameters_of<Parameters>(request);
    return kernel_pca_memory(given.projection > 0 ? request.d_in : values_of_row(request),
                             training_rows(request), request.D, given.choices(),
                             Matrix::memory(request, given), Matrix::memory_of_making(request, given));
  };
  kind.workspace = [](const MapRequest& request) {
    return KernelPcaMap::workspace(request.kernel, request.d_in, request.D,
                                   parameters_of<Parameters>(request).projection);
  };
  kind.require_shape = [](const MapRequest& request) {
    if (request.n_train > 0) require_training_rows(request);
    require_projectable(request.kernel, parameters_of<Parameters>(request).projection);
  };
  kind.seconds_of_row = [](const MapRequest& request, double nonzeros) {
    const auto& given = parameters_of<Parameters>(request);
    const Index m = training_rows(request);
    const auto rows = static_cast<double>(m), features = static_cast<double>(request.D);
    const double columns = given.projection > 0 ? static_cast<double>(given.projection) : nonzeros;
    // A row's share of the matrix, half of which is made, of products with about 4 D vectors, and of keeping
    // those orthogonal.
    const double making = Matrix::computed(request, given) / 2 *
                              KernelExpansions::seconds_of_values(request.kernel, columns, m) +
                          Matrix::product_seconds(request, given) * rows * (4 * features + 40) +
                          2e-9 * features * features;
    return KernelPcaMap::seconds_of_row(request.kernel, nonzeros, m, request.D, given.projection) + making;
  };
  return kind;
}

constexpr const char* noise_remark =
    "eigenvalues of the matrix stand out from the noise of its entries only where training rows are many.";

}  // namespace

FeatureMapKind kernel_pca_kind() {
  FeatureMapKind kind = kind_with<Whole>();
  kind.name = "kernel_pca";
  kind.summary = "kernel PCA: the leading eigenvectors of the training rows' kernel matrix";
  kind.title = "Kernel PCA";
  kind.brief = "KPCA";
  kind.formula = std::string(components_formula) + " from the exact Gram matrix";
  kind.python.name = "KernelPCA";
  kind.citation =
      "Schölkopf, B., Smola, A. J. and Müller, K.-R. (1998). Nonlinear component analysis as a kernel "
      "eigenvalue problem. Neural Computation 10.";
  kind.remark =
      "Kernel PCA: not centred unless the configuration says so; features of eigenvalues below 1e-6 of the "
      "largest are 0.";
  return kind;
}

FeatureMapKind kernel_pca_sparsified_kind() {
  FeatureMapKind kind = kind_with<Sparsified>();
  kind.name = "kernel_pca_sparsified";
  kind.summary = "kernel PCA of a kernel matrix of which one entry of s is kept";
  kind.title = "Kernel PCA, sparsified matrix";
  kind.brief = "KPCA sparse";
  kind.formula =
      std::string(components_formula) + " from a Gram matrix of which a share of the entries is kept";
  kind.python.name = "KernelPCASparsified";
  kind.remark = std::string("Kernel PCA, sparsified matrix: ") + noise_remark;
  kind.comes_near = false;
  return kind;
}

FeatureMapKind kernel_pca_quantised_kind() {
  FeatureMapKind kind = kind_with<Quantised>();
  kind.name = "kernel_pca_quantised";
  kind.summary = "kernel PCA of a kernel matrix rounded at random to one bit an entry";
  kind.title = "Kernel PCA, one-bit matrix";
  kind.brief = "KPCA one-bit";
  kind.formula =
      std::string(components_formula) + " from a Gram matrix rounded at random to one bit an entry";
  kind.python.name = "KernelPCAQuantised";
  kind.remark = std::string("Kernel PCA, one-bit matrix: ") + noise_remark;
  kind.comes_near = false;
  return kind;
}

FeatureMapKind kernel_pca_sampled_signs_kind() {
  FeatureMapKind kind = kind_with<SignsOfSome>();
  kind.name = "kernel_pca_sampled_signs";
  kind.summary = "kernel PCA of a kernel matrix of which one entry of s is kept as one bit";
  kind.title = "Kernel PCA, sparsified one-bit matrix";
  kind.brief = "KPCA signs";
  kind.formula = std::string(components_formula) + " from one-bit entries of which a share is kept";
  kind.python.name = "KernelPCASampledSigns";
  kind.remark = std::string("Kernel PCA, sparsified one-bit matrix: ") + noise_remark;
  kind.comes_near = false;
  return kind;
}

}  // namespace sketchbench
