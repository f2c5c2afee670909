#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

/// What tells the learners of some results apart.
class LearnerNames {
 public:
  explicit LearnerNames(const RunGroupPointers& groups);

  /// Each specification once, in the order of the results.
  const std::vector<LearnerSpec>& specifications() const { return specifications_; }
  /// Whether a result must say which learner it is of.
  bool several() const { return specifications_.size() > 1; }
  /// The learner's title, and where others have the same one the keys in which they differ: "LIBSVM",
  /// "LIBLINEAR, C = 2".
  std::string operator()(const LearnerSpec& learner) const;

 private:
  std::vector<LearnerSpec> specifications_;
};

/// The column "Learner" at that place of a table that has a row for each of the groups, in their order;
/// nothing where all have one learner.
void add_learner_column(Table& table, std::ptrdiff_t place, const RunGroupPointers& groups);

}  // namespace sketchbench
