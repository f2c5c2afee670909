#include <sketchbench/models/held_out_sigmoids.hpp>

#include <algorithm>
#include <optional>

#include <sketchbench/models/folds.hpp>
#include <sketchbench/models/probabilities.hpp>
#include <sketchbench/models/training_input.hpp>

namespace sketchbench {
namespace {

constexpr int folds = 5;

/// What a sigmoid tells apart: the class `first` from `second`, or from all others.
struct Contest {
  int first;
  std::optional<int> second;

  bool has(int label) const { return !second || label == first || label == *second; }
};

std::vector<Contest> contests_of(const TrainedModel& model) {
  const std::vector<int> classes = model.classes();
  if (classes.size() == 2) return {{classes[0], classes[1]}};
  std::vector<Contest> contests;
  for (std::size_t a = 0; a < classes.size(); ++a) {
    if (!model.state().model->scores_pairs()) contests.push_back({classes[a], std::nullopt});
    for (std::size_t b = a + 1; model.state().model->scores_pairs() && b < classes.size(); ++b)
      contests.push_back({classes[a], classes[b]});
  }
  return contests;
}

/// Which score of a model speaks of a contest, and whether for its first class (1) or against it (-1).
struct Place {
  std::size_t score;
  double sign;
};

/// The order of a model's classes depends on the rows that it is trained on.
Place place_in(const TrainedModel& model, const Contest& contest) {
  const std::vector<int> classes = model.classes();
  const auto number = [&](int label) {
    return static_cast<std::size_t>(std::ranges::find(classes, label) - classes.begin());
  };
  const std::size_t a = number(contest.first);
  if (!contest.second) return {a, 1};
  const std::size_t b = number(*contest.second);
  return {classes.size() == 2 ? 0 : pair_number(std::min(a, b), std::max(a, b), classes.size()),
          a < b ? 1.0 : -1.0};
}

struct HeldOut {
  std::vector<double> scores;
  std::vector<bool> first;
};

}  // namespace

std::size_t sigmoids_for(const Model& model) {
  return model.classes().size() == 2 ? 1 : static_cast<std::size_t>(model.outputs());
}

std::vector<Sigmoid> held_out_sigmoids(const LabeledRows& data, ModelRequest request,
                                       const TrainedModel& model) {
  const std::vector<Contest> contests = contests_of(model);
  request.probabilities = false;
  std::vector<HeldOut> held(contests.size());
  for (const Fold& fold : make_folds(data.y, data.task, folds, request.seed)) {
    const ChosenRows train(data, fold.train), test(data, fold.test);
    const TrainedModel part = TrainingInput(train.view(), request).train(request);
    std::vector<Place> places;
    for (const Contest& contest : contests) places.push_back(place_in(part, contest));
    const auto outputs = static_cast<std::size_t>(part.outputs());
    const std::span<const float> labels = test.view().y;
    part.tell(test.view().x, TrainedModel::Numbers::scores, request.threads, [&](const RowAnswers& answers) {
      for (std::size_t i = 0; i < answers.predicted.size(); ++i) {
        const auto label = static_cast<int>(labels[static_cast<std::size_t>(answers.first_row) + i]);
        for (std::size_t k = 0; k < contests.size(); ++k) {
          if (!contests[k].has(label)) continue;
          held[k].scores.push_back(places[k].sign * answers.numbers[i * outputs + places[k].score]);
          held[k].first.push_back(label == contests[k].first);
        }
      }
    });
  }
  std::vector<Sigmoid> sigmoids;
  for (const HeldOut& one : held) sigmoids.push_back(fit_sigmoid(one.scores, one.first));
  return sigmoids;
}

}  // namespace sketchbench
