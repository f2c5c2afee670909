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

void warn_of_classes(const LearnerSpec& learner, std::optional<Task> said, const UserData& data) {
  if (said || learner.task() != Task::regression) return;
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
