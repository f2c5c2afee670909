#pragma once
#include <vector>

#include <sketchbench/models/trained_model.hpp>

namespace sketchbench {

/// How many sigmoids make probabilities of a model's scores: one for two classes, of whose scores the first
/// decides, otherwise one for each score.
std::size_t sigmoids_for(const Model& model);

/// Sigmoids for the model's scores, from the scores of rows that were left out of training (five folds, as
/// LIBSVM's). That of a pair of classes is fitted to the rows of these two. `request` is complete, and what
/// `model` was trained by on `data`. InputError where a class has fewer rows than there are folds.
std::vector<Sigmoid> held_out_sigmoids(const LabeledRows& data, ModelRequest request,
                                       const TrainedModel& model);

}  // namespace sketchbench
