#include <sketchbench/models/cross_validation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include <sketchbench/core/error.hpp>
#include <sketchbench/learners/metrics.hpp>
#include <sketchbench/models/folds.hpp>
#include <sketchbench/models/training_input.hpp>

namespace sketchbench {
namespace {

double score_on(const TrainedModel& model, const LabeledRows& test, int threads) {
  const std::vector<float> predicted = model.predict(test.x, threads);
  if (model.task() == Task::classification) return percent_correct(predicted, test.y);
  return rmse(std::vector<double>(predicted.begin(), predicted.end()), test.y);
}

std::vector<ModelRequest> complete(std::span<const ModelRequest> candidates) {
  if (candidates.empty()) throw InputError("no candidates to validate, expected one or more");
  std::vector<ModelRequest> all;
  for (const ModelRequest& candidate : candidates) {
    all.push_back(complete_request(candidate));
    if (all.back().learner.task() != all.front().learner.task())
      throw InputError(fmt::format("{} and {} are for different tasks, expected candidates for one",
                                   all.front().learner.short_text(), all.back().learner.short_text()));
  }
  return all;
}

}  // namespace

std::vector<CandidateScore> cross_validate(const LabeledRows& data, std::span<const ModelRequest> candidates,
                                           int folds, Seed seed,
                                           const std::function<void(const CrossValidationStep&)>& after) {
  const std::vector<ModelRequest> requests = complete(candidates);
  require_task(requests.front().learner.short_text(), requests.front().learner.task(), "the data are",
               data.task);
  if (static_cast<Index>(data.y.size()) != data.x.size())
    throw InputError(
        fmt::format("{} labels for {} rows, expected one for each", data.y.size(), data.x.size()));
  const std::vector<Fold> parts = make_folds(data.y, data.task, folds, seed);
  std::vector<CandidateScore> scores(requests.size());
  CrossValidationStep step{.of = parts.size() * requests.size()};
  for (const Fold& fold : parts) {
    const ChosenRows train(data, fold.train), test(data, fold.test);
    std::optional<TrainingInput> input;
    for (step.candidate = 0; step.candidate < requests.size(); ++step.candidate) {
      const ModelRequest& request = requests[step.candidate];
      try {
        if (!input || !input->serves(request)) {
          input.reset();  // its features make room for the next ones
          input.emplace(train.view(), request);
        }
        step.score = score_on(input->train(request), test.view(), request.threads);
      } catch (const InputError& error) {
        throw InputError(fmt::format("fold {} of {}, {}: {}", step.fold + 1, parts.size(), in_words(request),
                                     error.what()));
      }
      scores[step.candidate].of_fold.push_back(step.score);
      ++step.done;
      if (after) after(step);
    }
    ++step.fold;
  }
  for (CandidateScore& score : scores)
    score.mean = std::accumulate(score.of_fold.begin(), score.of_fold.end(), 0.0) /
                 static_cast<double>(score.of_fold.size());
  return scores;
}

std::size_t best_candidate(std::span<const CandidateScore> scores, Task task) {
  const auto best = task == Task::classification
                        ? std::ranges::max_element(scores, {}, &CandidateScore::mean)
                        : std::ranges::min_element(scores, {}, &CandidateScore::mean);
  return static_cast<std::size_t>(best - scores.begin());
}

}  // namespace sketchbench
