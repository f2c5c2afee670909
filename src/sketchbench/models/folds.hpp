#pragma once
#include <span>
#include <vector>

#include <sketchbench/core/labeled_rows.hpp>
#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// One of k parts of the rows, and all others. Numbers of rows, ascending.
struct Fold {
  std::vector<Index> train, test;
};

/// k folds: every row is in the test part of one of them. Which ones is drawn by `seed`. Sizes differ by one
/// row at most, and so do, for classes, those of each class in each fold. InputError with fewer than two
/// folds, fewer rows than folds, or, for classes, a class with fewer rows than folds.
std::vector<Fold> make_folds(std::span<const float> y, Task task, int k, Seed seed);

/// Copies of some of the rows, with their labels and weights.
class ChosenRows {
 public:
  ChosenRows(const LabeledRows& from, std::span<const Index> rows);
  LabeledRows view() const { return {rows_.view(), y_, task_, weights_}; }

 private:
  OwnedRows rows_;
  std::vector<float> y_;
  std::vector<double> weights_;
  Task task_;
};

}  // namespace sketchbench
