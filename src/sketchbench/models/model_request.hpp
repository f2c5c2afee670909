#pragma once
#include <memory>
#include <string>

#include <sketchbench/features/map_request.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

/// What a model is to be made of: a feature map or none, a kernel, a learner.
struct ModelRequest {
  std::string map = {};                 ///< of a FeatureMapKind; empty: the learner gets the rows as they are
  Index D = 0;                          ///< mapped features
  ParameterValues map_parameters = {};  ///< the map's own, {"q": 2}
  /// Rows for a map that takes some (MapRequest::landmarks); null: none.
  std::shared_ptr<const CsrMatrix> landmarks = nullptr;
  /// Of the map, or of a learner that trains on a kernel; without either it is not looked at. Its sigma may
  /// be the rule "median": that of the training rows.
  Kernel kernel = {};
  LearnerSpec learner = {};
  /// Rows are of a kernel matrix that is given, in LIBSVM's form (Learner::train_on_gram), and the kernel is
  /// that of such rows: the linear one.
  bool on_gram = false;
  Seed seed = 1;  ///< of the map's draws and the learner's
  /// Fit class probabilities to the scores of held-out rows where the learner has none of its own
  /// (held_out_sigmoids.hpp).
  bool probabilities = false;
  int threads = 1;  ///< changes no result
};

/// The request with those parameters of the map that differ from their defaults. InputError, before any row
/// is looked at, where learner, map and kernel do not go together, where D is not possible, and where a
/// learner for targets is to tell probabilities.
ModelRequest complete_request(ModelRequest request);

/// Whether anything depends on the kernel.
bool uses_kernel(const ModelRequest& request);

/// What the map is made with from n_train rows of d_in columns.
MapRequest map_request_of(const ModelRequest& request, Index d_in, Index n_train);

/// For people: "dense_tron, C = 1, on tensor_sketch with D = 1000, (1+⟨x,y⟩)²".
std::string in_words(const ModelRequest& request);

}  // namespace sketchbench
