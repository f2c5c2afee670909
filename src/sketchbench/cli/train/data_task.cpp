#include <sketchbench/cli/train/data_task.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <set>
#include <string>

#include <sketchbench/cli/options/number_option.hpp>
#include <sketchbench/cli/options/value_text.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

void add_task_option(CLI::App& command, std::optional<Task>& task, std::string_view by_default) {
  add_parsed_option(
      command, "--task", "NAME",
      fmt::format("what the labels are for: classification or regression (default: {})", by_default),
      [&task](const std::string& text) {
        for (const Task one : {Task::classification, Task::regression})
          if (text == name_of(one)) task = one;
        if (!task || text != name_of(*task))
          throw InputError(fmt::format("--task \"{}\": expected classification or regression", text));
      });
}

void require_task_of_data(const LearnerSpec& learner, std::optional<Task> said, const UserFormat& format) {
  if (said)
    require_task(learner.short_text(), learner.task(), "--task says that the data are", *said);
  else if (!format.labels.empty() && format.labels.extension() != ".npy")  // whose numbers may be targets
    require_task(learner.short_text(), learner.task(),
                 fmt::format("the labels in {} are bytes, which without --task regression are",
                             format.labels.string()),
                 Task::classification);
}

std::size_t doubtful_classes(const UserData& data) {
  constexpr std::size_t many = 50;
  constexpr std::size_t enough_rows = 20, rows_of_class = 4;  // scikit-learn's
  if (!data.form.classes().empty() || data.format.kind == FileFormat::Kind::idx_images) return 0;
  const std::set<float> classes(data.rows.y.begin(), data.rows.y.end());
  const std::size_t rows = data.rows.y.size();
  const bool are_many =
      classes.size() > many || (rows > enough_rows && rows_of_class * classes.size() > rows);
  return are_many ? classes.size() : 0;
}

void warn_of_classes(const LearnerSpec& learner, std::optional<Task> said, const UserData& data) {
  if (said) return;
  if (learner.task() == Task::classification) {
    if (const std::size_t classes = doubtful_classes(data); classes > 0)
      complain(
          fmt::format("{}: the labels are taken for {} classes: if they are targets, choose a learner that "
                      "predicts numbers (sketchbench learners); if not, say --task classification",
                      data.file.string(), with_commas(static_cast<Index>(classes))));
    return;
  }
  std::set<float> targets;
  for (const float target : data.rows.y) {
    if (std::trunc(target) != target) return;
    targets.insert(target);
    if (targets.size() > 2) return;
  }
  if (targets.size() < 2) return;
  complain(fmt::format(
      "{}: the only targets are {} and {}, which look like classes, and {} predicts numbers: choose "
      "a learner that classifies (sketchbench learners), or say --task regression",
      data.file.string(), text_of_label(*targets.begin()), text_of_label(*targets.rbegin()),
      learner.short_text()));
}

}  // namespace sketchbench
