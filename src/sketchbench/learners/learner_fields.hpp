#pragma once
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/fields.hpp>
#include <sketchbench/learners/class_weights.hpp>

namespace sketchbench {

// Keys that several learners have.

inline FieldInfo positive_field(std::string name, std::string meaning) {
  return {.name = std::move(name), .meaning = std::move(meaning), .low = 0, .above_low = true};
}

inline FieldInfo C_field() { return positive_field("C", "weight of the loss against the regulariser"); }

/// Of a truth value, true: held. The default is not recorded: records from before there was a choice stay
/// valid.
inline FieldInfo features_field() {
  return {.name = "features",
          .meaning = "streamed: recomputed in every pass and never held all at once",
          .choices = {"held", "streamed"},
          .records_default = false};
}

/// "p" of support vector regression.
inline FieldInfo insensitivity_field() {
  return {.name = "p", .meaning = "errors up to it cost nothing, in the targets' unit", .low = 0};
}

/// What all solvers of kernel machines are configured by. Params is a learner's own.
template <class Params>
std::vector<Field<Params>> kernel_solver_fields() {
  return {
      {positive_field("eps", "largest violation of the optimality conditions"), &Params::eps},
      {positive_field("cache_mb", "memory for rows of the kernel matrix; changes the time, not the result"),
       &Params::cache_mb},
      {{.name = "shrinking", .meaning = "leave out rows that are likely to stay at their bounds"},
       &Params::shrinking}};
}

/// Those with a weight of the loss.
template <class Params>
std::vector<Field<Params>> kernel_machine_fields() {
  std::vector<Field<Params>> fields = kernel_solver_fields<Params>();
  fields.emplace(fields.begin(), C_field(), &Params::C);
  return fields;
}

/// Those that know one class.
template <class Params>
std::vector<Field<Params>> one_class_fields() {
  std::vector<Field<Params>> fields = kernel_solver_fields<Params>();
  fields.emplace(fields.begin(),
                 FieldInfo{.name = "nu",
                           .meaning = "at most this share of rows is outside, at least this share supports",
                           .low = 0,
                           .high = 1,
                           .above_low = true},
                 &Params::nu);
  return fields;
}

/// Those of epsilon-SVR.
template <class Params>
std::vector<Field<Params>> kernel_regressor_fields() {
  std::vector<Field<Params>> fields = kernel_machine_fields<Params>();
  fields.emplace_back(insensitivity_field(), &Params::p);
  return fields;
}

/// Those that tell classes apart.
template <class Params>
std::vector<Field<Params>> kernel_classifier_fields() {
  std::vector<Field<Params>> fields = kernel_machine_fields<Params>();
  fields.emplace_back(class_weight_field(), &Params::class_weight);
  return fields;
}

/// LearnerKind::in_words: "kernel cache 4000 MB".
inline std::string kernel_machine_in_words(std::string_view key, const Json& value) {
  return key == "cache_mb" && value.is_number() ? fmt::format("kernel cache {:g} MB", value.get<double>())
                                                : class_weight_in_words(key, value);
}

}  // namespace sketchbench
