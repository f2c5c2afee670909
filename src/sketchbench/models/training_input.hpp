#pragma once
#include <sketchbench/models/trained_model.hpp>

namespace sketchbench {

/// What a learner is given of training rows: themselves, or their features by a map that was made for them,
/// held once for all learners that are trained on them. Refers to the rows' memory.
class TrainingInput {
 public:
  /// Makes the map and the features. `request` is complete.
  TrainingInput(const LabeledRows& data, const ModelRequest& request);

  /// Whether another request wants the same features of the same rows.
  bool serves(const ModelRequest& other) const;
  /// A model by the request's learner, without sigmoids. `request` is one that this serves.
  TrainedModel train(const ModelRequest& request) const;

 private:
  void make_map();
  void require_room(const FeatureMapKind& kind, const MapRequest& wanted) const;

  std::optional<ColumnSelection> columns_;
  CsrMatrix renumbered_;  ///< the rows, where some columns alone are known
  Index features_;        ///< columns of the rows as they were given
  LabeledRows data_;      ///< of known columns
  ModelRequest request_;
  Json key_;  ///< of what the features depend on
  std::shared_ptr<const FeatureMap> map_;
  DenseMatrix z_;  ///< the features; empty where there is no map, or where they are streamed
};

/// A check that names the map, for messages: "rows mapped by rks with D = 100: row 17, feature 3 is inf".
std::function<void(const Rows& z, Index first_row)> finite_features(const ModelRequest& request,
                                                                    std::string_view rows);

}  // namespace sketchbench
