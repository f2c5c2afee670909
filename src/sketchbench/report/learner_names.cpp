#include <sketchbench/report/learner_names.hpp>

#include <algorithm>

#include <sketchbench/core/json.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {

LearnerNames::LearnerNames(const RunGroupPointers& groups) {
  for (const RunGroup* group : groups)
    if (std::ranges::find(specifications_, group->learner) == specifications_.end())
      specifications_.push_back(group->learner);
}

std::string LearnerNames::operator()(const LearnerSpec& learner) const {
  const std::string title = learner_title(learner);
  std::string name = title;
  const Json keys = learner.to_json();
  for (const auto& [key, value] : keys.items()) {
    const auto differs = [&, &key = key, &value = value](const LearnerSpec& other) {
      const Json its = other.to_json();
      return learner_title(other) == title && (!its.contains(key) || its.at(key) != value);
    };
    if (std::ranges::any_of(specifications_, differs)) name += ", " + parameter_text(key, value);
  }
  return name;
}

void add_learner_column(Table& table, std::ptrdiff_t place, const RunGroupPointers& groups) {
  const LearnerNames names(groups);
  if (!names.several()) return;
  table.columns.insert(table.columns.begin() + place, {{"Learner"}, false});
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    table.rows[i].insert(table.rows[i].begin() + place, one_line(names(groups.at(i)->learner)));
}

}  // namespace sketchbench
