#pragma once
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/fields.hpp>
#include <sketchbench/learners/labels.hpp>

namespace sketchbench {

/// What the losses of classes' rows count: C times that. The key "class_weight": {"1": 0.1, "-1": 2}, or
/// "balanced".
struct ClassWeights {
  /// n / (classes * rows of the class), of which each counts its weight.
  bool balanced = false;
  std::map<int, double> of = {};  ///< by label, above 0; others: 1

  /// A weight for each of `classes`. InputError for a label that is none of them.
  std::vector<double> for_classes(std::span<const ClassCount> classes) const;
};
FieldInfo class_weight_field();
void read_field(StrictObject& from, const FieldInfo& field, ClassWeights& weights);
void to_json(Json& json, const ClassWeights& weights);
/// LearnerKind::in_words: "classes weighted 1: 0.1, -1: 2"; empty for another key.
std::string class_weight_in_words(std::string_view key, const Json& value);

/// Each row's weight times that of its class; `weights`: as LabeledRows has them, 0 of rows whose class is
/// none of `classes`. Empty where all are 1.
std::vector<double> row_weights(std::span<const float> labels, std::span<const double> weights,
                                std::span<const ClassCount> classes, std::span<const double> of_classes);

/// For a library that has no weights of rows: each row so many times, with C times `unit`.
struct Repetitions {
  double unit = 1;
  std::vector<int> rows;  ///< numbers of rows, ascending; empty: each once

  /// InputError, which begins with `learner` and names the `other` that takes any, for weights that are not
  /// whole multiples of one number that together make ten times as many rows at most.
  static Repetitions of(std::span<const double> weights, std::string_view learner, std::string_view other);

  /// Something of each row, as often as the row.
  template <class Value>
  std::vector<Value> of_each(std::span<const Value> values) const {
    if (rows.empty()) return {values.begin(), values.end()};
    std::vector<Value> repeated;
    repeated.reserve(rows.size());
    for (const int row : rows) repeated.push_back(values[static_cast<std::size_t>(row)]);
    return repeated;
  }
};

}  // namespace sketchbench
