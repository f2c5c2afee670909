#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <sketchbench/models/trained_model.hpp>

namespace sketchbench {

/// What one candidate was worth on the folds that it was not trained on: the per cent of rows whose class it
/// told, or the RMSE.
struct CandidateScore {
  std::vector<double> of_fold;
  double mean = 0;
};

/// One model was trained and tested.
struct CrossValidationStep {
  std::size_t fold = 0, candidate = 0;  ///< from 0
  std::size_t done = 0, of = 0;         ///< models, this one included
  double score = 0;
};

/// Trains every candidate on all folds but one, for each of them (folds.hpp; `seed` draws them), and tests it
/// on that one. A map that looks at data, and a rule for sigma, see the rows of training alone. Candidates
/// that follow each other and want the same features of the same rows share them. InputError as
/// train_model(), with the candidate and the fold where there are several. `after` is told of each model.
std::vector<CandidateScore> cross_validate(const LabeledRows& data, std::span<const ModelRequest> candidates,
                                           int folds, Seed seed,
                                           const std::function<void(const CrossValidationStep&)>& after = {});

/// The number of the best one, of equal ones the first: the largest mean of accuracies, the smallest of
/// errors.
std::size_t best_candidate(std::span<const CandidateScore> scores, Task task);

}  // namespace sketchbench
