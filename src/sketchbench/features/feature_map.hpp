#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/rows.hpp>
#include <sketchbench/features/estimator_variance.hpp>
#include <sketchbench/features/map_parameter.hpp>
#include <sketchbench/features/map_parts.hpp>
#include <sketchbench/features/map_request.hpp>
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

/// A randomised map R^d_in -> R^d_out whose inner products estimate a kernel: E<f(x), f(y)> = kappa(x, y),
/// over seeds, where the kind is unbiased. All randomness is drawn in the constructor from (seed, map,
/// shape), the same on every platform, and training rows are looked at there. Features do not depend on
/// threads or blocks. They do on the platform, but for rounding alone: how their sums are rounded is up to
/// the instruction set and to what the libraries choose, such as FFTW's plan for a length.
class FeatureMap {
 public:
  virtual ~FeatureMap() = default;
  Index d_in() const { return d_in_; }
  Index d_out() const { return d_out_; }

  /// Writes f(x_i) into row i of z. x: n x d_in, sparse or dense; z: n x d_out, the caller's memory, every
  /// value is written. Thread-safe; allocates nothing per row. `threads` share the rows in blocks.
  virtual void transform(const Rows& x, MatrixRef z, int threads = 1) const = 0;

  /// Bytes that the map keeps (tables, projections).
  virtual std::size_t memory_bytes() const = 0;

  /// What a record says of the map that was made, beside what was asked for: how it was regularised. Null:
  /// nothing, or a map that was restored.
  virtual Json facts() const { return nullptr; }

  /// What the map has learned from its training rows, from which FeatureMapKind::restore makes it again; none
  /// for a map that has looked at none.
  virtual std::optional<MapParts> parts() const { return std::nullopt; }

 protected:
  FeatureMap(Index d_in, Index d_out) : d_in_(d_in), d_out_(d_out) {}
  FeatureMap(const FeatureMap&) = default;
  FeatureMap& operator=(const FeatureMap&) = default;

  /// Throws InputError when x or z has another shape than the map.
  void check_shapes(const Rows& x, const MatrixRef& z) const;

 private:
  Index d_in_, d_out_;
};

/// The class that stands for a kind in Python (python/generate-maps writes it).
struct PythonClass {
  /// "RandomKitchenSinks"; empty: the kind's name in capitals, "TensorSketch" of "tensor_sketch".
  std::string name = {};
  /// Of a class that stands for several kinds: which value of its parameter "form" this one is.
  std::string form = {};
  bool is_default_form = false;  ///< one of them is what the class is when it is not told
};

/// Maps that work alike, which figures draw in one colour.
enum class MapFamily {
  sketch,      ///< of tensor products
  maclaurin,   ///< random products of a Maclaurin expansion
  fourier,     ///< independent or quasi-random frequencies
  structured,  ///< frequencies from orthogonal or Hadamard matrices
  embedding,   ///< Fourier features in directions that training rows choose: TEFM
  nystrom,     ///< kernel columns of landmarks
  components,  ///< leading eigenvectors of training rows' kernel matrix
  other        ///< whatever is not registered here
};

/// A kind of map as configurations name it.
struct FeatureMapKind {
  std::string name;     ///< "tensor_sketch"
  int version = 1;      ///< part of every cell's description: raise it when results change beyond rounding
  std::string summary;  ///< one line, for the command line's help
  // Facts for reports, the page and whoever cites a result.
  std::string title = {};  ///< "Random Maclaurin, H0/1"; behind the comma: which form of the map
  std::string brief = {};  ///< in running text and narrow columns: "RM H0/1"
  MapFamily family = MapFamily::other;
  /// What f(x) is, in plain ASCII and with z for f, for documentation: "z(x) = V^T z'(x): ...". A fast form
  /// has that of the kind whose features it makes.
  std::string formula = {};
  PythonClass python = {};
  /// Who published it: authors, year, title, venue.
  std::string citation = {};
  /// The operations for a row that its authors claim, in words: "d D"; empty where they claim none. The
  /// number is claimed_operations().
  std::string claim = {};
  /// What letters of `claim` stand for that are none of every map's: "m Fourier features".
  std::string claim_letters = {};
  /// Likewise to predict t rows with a linear model of D features, where its authors claim something else
  /// than `claim` for a row and one product of D: "t d m"; empty where they do not.
  std::string claim_of_prediction = {};
  /// What a reader of its results must know that the title does not say; empty for nothing.
  std::string remark = {};
  /// Whether maps of this kind estimate that kernel; what follows is asked only where they do.
  bool (*supports)(const Kernel& kernel) = nullptr;
  /// What a configuration can tell it beside D; the functions below find all of them in a request, with their
  /// defaults. A description does not tell a parameter that has its default: to change one, raise `version`.
  std::vector<FieldInfo> parameters = {};
  /// Makes the struct of them that parameters_of() gives to the functions below: read_parameters_as(). Null:
  /// there is none.
  std::shared_ptr<const MapParameters> (*read_parameters)(const ParameterValues& given) = nullptr;
  /// Whether the map depends on the training rows; one that does not is made without.
  bool looks_at_data = false;
  /// Whether a seed changes it. One that draws nothing has one cell, whatever the number of seeds.
  bool draws = true;
  /// Whether the mean of <f(x), f(y)> over seeds is the kernel, for any rows. What is not, such as a cut-off
  /// series or a projection on some training rows, must still come near to it.
  bool unbiased = true;
  /// Whether what is biased comes near whatever the training rows are, with some hundred features of data in
  /// few dimensions. False for one that puts a random matrix in the place of a kernel matrix: where the
  /// eigenvalues of the kernel matrix do not stand out from the noise of the entries, its features are noise.
  bool comes_near = true;
  std::unique_ptr<FeatureMap> (*make)(const MapRequest& request, const Rows& train) = nullptr;
  /// Makes a map that was kept from its parts(), without training rows, of which request.n_train tells the
  /// number; null for a kind that looks at none, which `make` makes again. InputError for parts that are not
  /// such a map's.
  std::unique_ptr<FeatureMap> (*restore)(const MapRequest& request, const MapParts& parts) = nullptr;
  /// Values of f(x); null: D.
  Index (*d_out)(const MapRequest& request) = nullptr;
  /// Bytes for a map of this kind of that shape, and for what its making takes beside the training rows, for
  /// the memory plan; no allocation.
  double (*memory)(const MapRequest& request) = nullptr;
  /// Bytes that transform() takes on each thread, beside the rows and the features.
  double (*workspace)(const MapRequest& request) = nullptr;
  /// What this kind asks of a shape beyond require_possible(); throws InputError. Null: nothing.
  void (*require_shape)(const MapRequest& request) = nullptr;
  /// Operations for a row as the map's authors claim them; null where they claim none.
  double (*claimed_operations)(const MapRequest& request) = nullptr;
  /// The number behind claim_of_prediction, for so many rows; null where that is empty.
  double (*claimed_operations_of_prediction)(const MapRequest& request, double rows) = nullptr;
  /// About how many seconds a row with so many non-zeros takes on one core.
  double (*seconds_of_row)(const MapRequest& request, double nonzeros) = nullptr;
  /// The exact variance of <f(x), f(y)>, 0 for a map that draws nothing; null for one that no formula here
  /// speaks of, and what it gives is empty for a kernel that none speaks of.
  PairVariance (*variance)(const MapRequest& request) = nullptr;
  /// What the map's authors state as an upper bound of it; null where they state none.
  PairVariance (*stated_bound)(const MapRequest& request) = nullptr;
  std::string bound_name = {};    ///< what they call it, for legends and columns: "Lemma 6"
  std::string bound_remark = {};  ///< what a reader of that bound must know; empty for nothing
  /// What a reader of its construction times must know: what its operations cost here; empty for nothing.
  std::string cost_remark = {};
  /// A map that takes transforms of length D is fast where D has no larger prime factor; 0: any D is alike.
  Index largest_fast_factor = 0;
  /// The kind whose features these are, up to rounding, made faster; empty for a kind of its own.
  std::string_view fast_form_of = {};
};

/// Its parameters are those of the struct, and no others.
template <class Parameters>
void set_parameters(FeatureMapKind& kind) {
  kind.parameters = Parameters::fields().info();
  kind.read_parameters = read_parameters_as<Parameters>;
}

/// Throws Error for a kind that lacks a member it must have: its name, `supports`, `make`, `memory`,
/// `workspace` or `seconds_of_row`, and where it looks at data `restore`.
void require_complete(const FeatureMapKind& kind);

/// All kinds, in the order that reports show them and that figures give those of one family their looks: new
/// ones come last.
const std::vector<FeatureMapKind>& feature_map_kinds();

/// Throws InputError with the nearest known name.
const FeatureMapKind& find_feature_map(std::string_view name);

/// The name of the kind that defines a map's features: "tensor_sketch" for "tensor_sketch_fast". Any other
/// text stands for itself.
std::string_view defining_map(std::string_view name);

/// Throws InputError, with the kernels that it supports, where maps of that kind do not estimate this one.
void require_supported(const FeatureMapKind& kind, const Kernel& kernel);

/// Throws InputError where no map of that kind and shape can be, with what is expected: D or d out of range,
/// a kernel that it does not estimate, tables beyond what a process can address, H0/1 without room beside its
/// exact terms. Allocates nothing: a plan asks it before anything runs.
void require_possible(const FeatureMapKind& kind, const MapRequest& request);

/// Bytes for a map and for `threads` threads that use it, for the memory plan.
double bytes_in_use(const FeatureMapKind& kind, const MapRequest& request, int threads = 1);

/// Values of f(x) for any x: FeatureMapKind::d_out, or D. FeatureMap::d_out() of the map that is made.
Index features_of(const FeatureMapKind& kind, const MapRequest& request);

/// The request with every parameter of the kind, read: what its functions are called with.
MapRequest with_defaults(MapRequest request, const FeatureMapKind& kind);

/// Asks require_possible() before anything is allocated, then makes the map. `train`: the training rows, for
/// a kind that looks at data; it throws InputError without any. Their number stands for request.n_train. A
/// request for an external map says itself which; `name` is then for people.
std::unique_ptr<FeatureMap> make_feature_map(std::string_view name, const MapRequest& request,
                                             const Rows& train = {});

/// The map that had these parts, of a kind that looks at data, with the same features to the last bit on the
/// same instruction set. `request` is what it was made with, and n_train the number of its training rows.
std::unique_ptr<FeatureMap> restore_feature_map(std::string_view name, const MapRequest& request,
                                                const MapParts& parts);

}  // namespace sketchbench
