#pragma once
#include <optional>
#include <string_view>

#include <sketchbench/cli/options/user_data.hpp>
#include <sketchbench/core/labeled_rows.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

/// --task: what DATA is for, as a manifest says it of a data set; none: as `by_default` says.
void add_task_option(CLI::App& command, std::optional<Task>& task,
                     std::string_view by_default = "what the learner is for");

/// Throws InputError where the learner is for another task than DATA: by --task, or by
/// its format, where --task does not say otherwise: labels in an IDX file are bytes and tell classes.
void require_task_of_data(const LearnerSpec& learner, std::optional<Task> said, const UserFormat& format);

/// How many classes the labels make, where these may be targets: whole numbers, not texts or an image's byte,
/// of which there are more than 50, or in more than 20 rows more than a quarter of them; otherwise 0.
std::size_t doubtful_classes(const UserData& data);

/// Warns where --task does not say what the labels are and they look like the other: targets for the learner
/// like two classes, or its classes like targets.
void warn_of_classes(const LearnerSpec& learner, std::optional<Task> said, const UserData& data);

}  // namespace sketchbench
