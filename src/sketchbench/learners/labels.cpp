#include <sketchbench/learners/labels.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <map>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

namespace {

/// A class among some rows.
struct LabelCount {
  std::int64_t label = 0, rows = 0;
  double weight = 0;
};

/// Those of the first rows first.
std::vector<LabelCount> count_labels(std::span<const float> labels, std::span<const double> weights) {
  std::vector<LabelCount> counts;
  std::map<float, std::size_t> number_of;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const float label = labels[i];
    if (!(std::abs(label) <= static_cast<float>(largest_label)) || label != std::trunc(label))
      throw InputError(
          fmt::format("a training label is {}, expected a whole number of at most 16777216 (2^24); for "
                      "targets, the data set's manifest says \"task\": \"regression\"",
                      label));
    const double weight = weights.empty() ? 1 : weights[i];
    if (weight == 0) continue;
    const auto [found, is_new] = number_of.try_emplace(label, counts.size());
    if (is_new) counts.push_back({.label = static_cast<std::int64_t>(label)});
    LabelCount& count = counts[found->second];
    ++count.rows;
    count.weight += weight;
  }
  return counts;
}

/// Those of some rows and of others that follow them.
std::vector<LabelCount> together(const std::vector<LabelCount>& parts) {
  std::vector<LabelCount> counts;
  for (const LabelCount& part : parts) {
    const auto found = std::ranges::find(counts, part.label, &LabelCount::label);
    if (found == counts.end()) {
      counts.push_back(part);
    } else {
      found->rows += part.rows;
      found->weight += part.weight;
    }
  }
  return counts;
}

}  // namespace

std::vector<ClassCount> count_classes(std::span<const float> labels, std::span<const double> weights,
                                      const Communicator& ranks) {
  std::vector<LabelCount> counts = count_labels(labels, weights);
  if (ranks.size() > 1) counts = together(ranks.gather<LabelCount>(counts));
  if (counts.empty()) throw InputError("the training part has no rows, expected at least two classes");
  if (counts.size() == 1)
    throw InputError(fmt::format("all {} training rows{} have the label {}, expected at least two classes",
                                 counts.front().rows, weights.empty() ? "" : " with a weight above 0",
                                 counts.front().label));
  std::vector<ClassCount> classes;
  for (const LabelCount& count : counts)
    classes.push_back({static_cast<int>(count.label), count.rows, count.weight});
  if (classes.size() == 2 && classes[0].label == -1 && classes[1].label == 1)
    std::swap(classes[0], classes[1]);
  return classes;
}

std::vector<double> library_labels(std::span<const float> labels) { return {labels.begin(), labels.end()}; }

namespace {

void require_weights(const LabeledRows& data) {
  if (data.weights.empty()) return;
  if (data.weights.size() != data.y.size())
    throw InputError(fmt::format("{} weights for {} training rows", data.weights.size(), data.y.size()));
  for (std::size_t i = 0; i < data.y.size(); ++i)
    if (!(data.weights[i] >= 0) || !std::isfinite(data.weights[i]))
      throw InputError(fmt::format("the weight of training row {} is {}, expected a number of at least 0",
                                   i + 1, data.weights[i]));
  if (std::ranges::none_of(data.weights, [](double weight) { return weight > 0; }))
    throw InputError("all weights of training rows are 0, expected one above 0");
}

}  // namespace

void require_rows_of_rank(Index rows, std::string_view learner, const Communicator& ranks) {
  if (rows > 0 || ranks.size() == 1) return;
  throw InputError(
      fmt::format("{}: rank {} of {} has no training rows, expected one at least: take fewer ranks", learner,
                  ranks.rank() + 1, ranks.size()));
}

void check_training_data(const LabeledRows& data, std::string_view learner, Task task) {
  require_task(learner, task, "the data are", data.task);
  if (static_cast<Index>(data.y.size()) != data.x.size())
    throw InputError(fmt::format("{} {} for {} training rows", data.y.size(),
                                 task == Task::classification ? "labels" : "targets", data.x.size()));
  // Of 32-bit numbers one row and two columns are kept back: the libraries count to n + 1 and add a bias
  // column.
  constexpr Index most_rows = INT_MAX - 1, most_columns = INT_MAX - 2;
  if (data.x.size() > most_rows || data.x.dim() > most_columns)
    throw InputError(fmt::format("{} x {} training values, expected at most {} rows and {} columns for {}",
                                 data.x.size(), data.x.dim(), most_rows, most_columns, learner));
  require_valid_columns(data.x);
  require_finite(data.x, 0, "training data");
  require_weights(data);
  if (task == Task::classification) return;  // count_classes looks at the labels
  if (data.y.empty()) throw InputError("the training part has no rows, expected at least one");
  for (std::size_t i = 0; i < data.y.size(); ++i)
    if (!std::isfinite(data.y[i]))
      throw InputError(
          fmt::format("the target of training row {} is {}, expected a finite number", i + 1, data.y[i]));
}

}  // namespace sketchbench
