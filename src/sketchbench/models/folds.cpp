#include <sketchbench/models/folds.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

/// The rows of each class by ascending label; of targets, all are of one.
std::vector<std::vector<Index>> strata_of(std::span<const float> y, Task task, int k) {
  std::map<float, std::vector<Index>> rows_of;
  for (std::size_t i = 0; i < y.size(); ++i)
    rows_of[task == Task::classification ? y[i] : 0.0f].push_back(static_cast<Index>(i));
  std::vector<std::vector<Index>> strata;
  for (auto& [label, rows] : rows_of) {
    if (task == Task::classification && std::ssize(rows) < k)
      throw InputError(fmt::format("the class {} has {} rows, expected at least {} for {} folds", label,
                                   rows.size(), k, k));
    strata.push_back(std::move(rows));
  }
  return strata;
}

}  // namespace

std::vector<Fold> make_folds(std::span<const float> y, Task task, int k, Seed seed) {
  if (k < 2) throw InputError(fmt::format("{} folds, expected two or more", k));
  if (std::ssize(y) < k)
    throw InputError(fmt::format("{} rows for {} folds, expected as many or more", y.size(), k));
  // Rows are dealt out class by class, and each class begins where the last one ended.
  std::vector<int> fold_of(y.size());
  std::size_t dealt = 0;
  std::uint64_t number = 0;
  for (std::vector<Index>& rows : strata_of(y, task, k)) {
    RandomStream random(seed, "models.folds", number++);
    random.shuffle(rows);
    for (const Index row : rows)
      fold_of[static_cast<std::size_t>(row)] = static_cast<int>(dealt++ % static_cast<std::size_t>(k));
  }
  std::vector<Fold> folds(static_cast<std::size_t>(k));
  for (std::size_t i = 0; i < y.size(); ++i)
    for (int f = 0; f < k; ++f) {
      Fold& fold = folds[static_cast<std::size_t>(f)];
      (fold_of[i] == f ? fold.test : fold.train).push_back(static_cast<Index>(i));
    }
  return folds;
}

ChosenRows::ChosenRows(const LabeledRows& from, std::span<const Index> rows)
    : rows_(from.x, rows), task_(from.task) {
  y_.reserve(rows.size());
  for (const Index row : rows) {
    y_.push_back(from.y[static_cast<std::size_t>(row)]);
    if (!from.weights.empty()) weights_.push_back(from.weights[static_cast<std::size_t>(row)]);
  }
}

}  // namespace sketchbench
