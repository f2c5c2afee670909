#pragma once
#include <memory>

#include <sketchbench/core/communicator.hpp>
#include <sketchbench/core/parameter_values.hpp>
#include <sketchbench/core/rows.hpp>
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

struct ExternalMap;

/// The most random features that can be asked for, wherever one asks: in a configuration, in a map's
/// specification, on the command line.
inline constexpr Index largest_D = 10'000'000;

/// What a kind of map has read of its parameters: a struct of its own that is derived from this one, and
/// described by fields() (core/fields.hpp).
struct MapParameters {
  MapParameters() = default;
  MapParameters(const MapParameters&) = default;
  MapParameters& operator=(const MapParameters&) = default;
  virtual ~MapParameters() = default;
};

/// What it takes to make a map, beside training rows for one that looks at data.
struct MapRequest {
  Index d_in = 0;
  Kernel kernel;
  Index D = 0;  ///< number of random features asked for
  Seed seed = 1;
  /// Training rows that the map will see, for what a map that looks at data takes; 0 where there is none to
  /// see.
  Index n_train = 0;
  /// Non-zeros of a training row on average, where rows are sparse; 0: not known, or as many as columns.
  double nonzeros = 0;
  ParameterValues parameters = {};  ///< the kind's own (FeatureMapKind::parameters) as they are given
  /// The same as the kind has read them, with the defaults of the others; null: not yet (with_defaults()), or
  /// it has none of a struct.
  std::shared_ptr<const MapParameters> read_parameters = nullptr;
  /// Rows that the user gives, for a kind that has a parameter for them (FieldInfo::file); null: none.
  std::shared_ptr<const CsrMatrix> landmarks = nullptr;
  /// A map of somebody else's (features/external/external_map.hpp), which is then what is made; null: one of
  /// feature_map_kinds().
  std::shared_ptr<const ExternalMap> external = nullptr;
  /// Threads that a map which looks at data may be made with; they change no bit of it.
  int threads = 1;
  /// Ranks that make the same map, each from all training rows. Those maps whose making passes over the rows
  /// divide these, so that features agree but for rounding, or for frequent directions up to their bound.
  const Communicator* ranks = &Communicator::alone();
};

/// Throws InputError where there are fewer training rows than D, for a map whose features are directions that
/// they span, or landmarks among them.
void require_training_rows(const MapRequest& request);

}  // namespace sketchbench
