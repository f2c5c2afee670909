#pragma once
#include <memory>
#include <optional>
#include <string>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/parameter_values.hpp>
#include <sketchbench/data/dataset.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

/// The method that trains on the kernel itself and maps nothing.
inline constexpr const char* exact_method = "exact";
inline constexpr const char* exact_title = "Exact kernel";  ///< in reports; "exact" in running text

struct LandmarkFile;
struct ExternalMap;

/// One point of an experiment: a data set, a kernel, a method with its parameters, a learner, a seed.
struct Cell {
  std::string experiment;  ///< its name: "accuracy"
  DatasetRequest dataset;
  std::string data_hash;  ///< DatasetInfo::content_hash
  Kernel kernel;
  std::string method;  ///< "exact", a feature map's name, or the name that an external map goes by
  Index D = 0;         ///< 0 for exact
  ParameterValues map_parameters;  ///< the map's own that are given (FeatureMapKind::parameters)
  LearnerSpec learner;             ///< of no learner for an experiment that trains nothing
  ParameterValues parameters;      ///< the experiment's own, canonical (Experiment::parameters)
  std::optional<Seed> seed;        ///< none for a method that draws nothing
  /// The rows whose sum map_parameters have; null for none, and for a cell that is read from its description.
  std::shared_ptr<const LandmarkFile> given = nullptr;
  /// The map that somebody else has written (external_method.hpp); null for one of feature_map_kinds().
  std::shared_ptr<const ExternalMap> external = nullptr;
};

/// The canonical description: everything that the result depends on and nothing else (threads, time limits
/// and paths do not belong here), with the algorithms' versions; that of a rule for the kernel's sigma, which
/// `sigma_version` tells, where it is above 1. Its SHA-256 names the cell's record.
Json describe(const Cell& cell, int (*sigma_version)(Sigma::Rule rule) = version_of);
std::string cell_id(const Json& description);

/// The ids of cells that differ in their seeds alone, many times as fast as by their descriptions.
class GroupIds {
 public:
  /// The cell's own seed does not count.
  explicit GroupIds(const Cell& group);
  /// What cell_id(describe()) is with that seed.
  std::string of(std::optional<Seed> seed);

 private:
  Json description_;
  std::string before_, after_;  ///< of the description's text around a seed, once a second one is asked for
  bool asked_ = false;
};
/// The description without what a configuration does not say: the data's contents and the algorithms'
/// versions.
Json describe_request(const Cell& cell);
/// The inverse of describe(); throws InputError on a description of another format version.
Cell parse_cell(const Json& description);

}  // namespace sketchbench
