#include <sketchbench/models/trained_model.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/learners/mapped_rows.hpp>
#include <sketchbench/models/held_out_sigmoids.hpp>
#include <sketchbench/models/probabilities.hpp>
#include <sketchbench/models/training_input.hpp>

namespace sketchbench {
namespace {

/// Of rows without a map, those whose scores are held at once hold about as many values: 8 MB. In whole
/// blocks of those that models score at a time.
constexpr Index values_at_once = Index{1} << 20, scored_at_once = 256;

/// Throws InputError at the first value that is not finite; `per_row` of them are of one row.
template <class Number>
void require_finite_scores(const std::vector<Number>& values, Index per_row, Index first_row) {
  const auto found = std::ranges::find_if(values, [](Number value) { return !std::isfinite(value); });
  if (found != values.end())
    throw InputError(
        fmt::format("row {}: the score is not finite, beyond the range of numbers: scale the data",
                    first_row + (found - values.begin()) / per_row + 1));
}

/// Each class's own against the rest, made to sum to one.
std::vector<double> normalised(std::span<const double> own) {
  double sum = 0;
  for (const double p : own) sum += p;
  std::vector<double> all;
  for (const double p : own) all.push_back(sum > 0 ? p / sum : 1 / static_cast<double>(own.size()));
  return all;
}

}  // namespace

std::optional<ColumnSelection> columns_for(const ModelRequest& request, const Rows& train) {
  return request.landmarks == nullptr ? ColumnSelection::of(train) : std::nullopt;
}

ColumnSelection::Join join_for(const ModelRequest& request) {
  if (!uses_kernel(request)) return {};
  return [kernel = request.kernel](std::span<const float> values) { return kernel.joined(values); };
}

void ModelState::take_in(const Rows& x,
                         const std::function<void(const Rows& rows, Index first_row)>& use) const {
  if (x.dim() != features)
    throw InputError(fmt::format("the rows have {} features, expected {} as in training", x.dim(), features));
  require_valid_columns(x);
  if (!columns) return use(x, 0);
  constexpr Index renumbered_at_once = 4096;
  const ColumnSelection::Join join = join_for(request);
  for (Index begin = 0; begin < x.size(); begin += renumbered_at_once) {
    const Rows some = x.slice(begin, std::min(x.size(), begin + renumbered_at_once));
    use(columns->apply(some, join).view(), begin);
  }
}

void ModelState::transform(const Rows& x, MatrixRef z, int threads) const {
  take_in(x, [&](const Rows& rows, Index first_row) {
    map->transform(rows, z.slice(first_row, first_row + rows.size()), threads);
  });
}

void TrainedModel::for_each_block(const Rows& x, int threads,
                                  const std::function<void(const Rows& z, Index first_row)>& use) const {
  state_.take_in(x, [&](const Rows& rows, Index first_row) {
    if (state_.map != nullptr) {
      const auto check = finite_features(state_.request, "rows");
      for_each_mapped_block(
          *state_.map, rows, threads, [&](const Rows& z, Index row) { check(z, first_row + row); },
          [&](const Rows& z, Index row) { use(z, first_row + row); });
      return;
    }
    const Index blocks = std::max<Index>(1, values_at_once / outputs() / scored_at_once);
    for (Index begin = 0; begin < rows.size(); begin += blocks * scored_at_once)
      use(rows.slice(begin, std::min(rows.size(), begin + blocks * scored_at_once)), first_row + begin);
  });
}

void TrainedModel::for_each_score(
    const Rows& x, int threads,
    const std::function<void(std::vector<double>&& scores, Index first_row)>& use) const {
  for_each_block(x, threads, [&](const Rows& z, Index first_row) {
    std::vector<double> scores = state_.model->scores(z, threads);
    require_finite_scores(scores, outputs(), first_row);
    use(std::move(scores), first_row);
  });
}

void TrainedModel::tell(const Rows& x, Numbers numbers, int threads,
                        const std::function<void(const RowAnswers& answers)>& use) const {
  if (numbers == Numbers::probabilities) require_probabilities();
  for_each_score(x, threads, [&](std::vector<double>&& scores, Index first_row) {
    RowAnswers answers{.first_row = first_row, .predicted = state_.model->predictions(scores)};
    require_finite_scores(answers.predicted, 1, first_row);
    if (numbers == Numbers::scores) answers.numbers = std::move(scores);
    if (numbers == Numbers::probabilities) answers.numbers = probabilities_from(scores);
    use(answers);
  });
}

std::vector<float> TrainedModel::predict(const Rows& x, int threads) const {
  std::vector<float> predicted;
  predicted.reserve(static_cast<std::size_t>(x.size()));
  tell(x, Numbers::none, threads, [&](const RowAnswers& answers) {
    predicted.insert(predicted.end(), answers.predicted.begin(), answers.predicted.end());
  });
  return predicted;
}

std::vector<double> TrainedModel::scores(const Rows& x, int threads) const {
  std::vector<double> all;
  all.reserve(static_cast<std::size_t>(x.size() * outputs()));
  for_each_score(x, threads, [&](std::vector<double>&& scores, Index /*first_row*/) {
    all.insert(all.end(), scores.begin(), scores.end());
  });
  return all;
}

bool TrainedModel::has_probabilities() const {
  return !state_.sigmoids.empty() || state_.request.learner.scores_are_log_odds();
}

void TrainedModel::require_probabilities() const {
  if (!has_probabilities())
    throw InputError(
        fmt::format("a model of {} has no probabilities: those of logistic regression have, and those of "
                    "classes that are trained with probabilities",
                    state_.request.learner.short_text()));
}

std::vector<double> TrainedModel::probabilities(const Rows& x, int threads) const {
  require_probabilities();
  std::vector<double> all;
  for_each_score(x, threads, [&](std::vector<double>&& scores, Index /*first_row*/) {
    const std::vector<double> some = probabilities_from(scores);
    all.insert(all.end(), some.begin(), some.end());
  });
  return all;
}

std::vector<double> TrainedModel::probabilities_from(std::span<const double> scores) const {
  const std::size_t count = static_cast<std::size_t>(outputs()), classes = this->classes().size();
  const auto from = [&](double score, std::size_t k) {
    return state_.sigmoids.empty() ? logistic(-score) : state_.sigmoids[k](score);
  };
  std::vector<double> all, of_row(count);
  all.reserve(scores.size() / count * classes);
  for (std::size_t at = 0; at < scores.size(); at += count) {
    if (classes == 2) {  // of two scores, Crammer and Singer's, the first decides
      const double first = from(scores[at], 0);
      all.insert(all.end(), {first, 1 - first});
      continue;
    }
    for (std::size_t k = 0; k < count; ++k) of_row[k] = from(scores[at + k], k);
    const std::vector<double> of_classes =
        state_.model->scores_pairs() ? coupled_probabilities(of_row, classes) : normalised(of_row);
    all.insert(all.end(), of_classes.begin(), of_classes.end());
  }
  return all;
}

TrainedModel train_model(const LabeledRows& data, const ModelRequest& wanted) {
  const ModelRequest request = complete_request(wanted);
  TrainedModel model = TrainingInput(data, request).train(request);
  if (!request.probabilities || request.learner.scores_are_log_odds()) return model;
  model.set_sigmoids(held_out_sigmoids(data, request, model));
  return model;
}

}  // namespace sketchbench
