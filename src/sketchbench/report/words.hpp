#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

class LearnerSpec;

// How numbers and names are written in tables, the same in every form of a report.

/// "Random Maclaurin, published": a map's own title, the name where no map is called so; with what a label
/// says of its parameters: "Random Maclaurin, published, C = 2".
std::string method_title(std::string_view method);
/// Likewise its short form, for running text: "RM published".
std::string method_short(std::string_view method);
/// The heading of a method's column, with its learner; what tells forms of one map apart goes to the second
/// line: {"Random Maclaurin", "published + LIBLINEAR"}.
std::vector<std::string> method_heading(std::string_view method, const LearnerSpec& learner);
/// A learner's own title: "LIBLINEAR".
std::string learner_title(const LearnerSpec& learner);
/// Of a map's name or a learner's type, where it may be either: "LIBLINEAR" of "liblinear"; others as they
/// are.
std::string title_of_name(const std::string& name);
/// "C = 1", "no shrinking": a parameter as a specification has it.
std::string parameter_text(const std::string& key, const Json& value);
/// "LIBLINEAR: C = 1, eps = 0.01, solver 2 (...)", every parameter that the records carry; with methods
/// "LIBLINEAR (TS, RM published): C = 1, ...".
std::string learner_parameters(const LearnerSpec& learner, const std::vector<std::string>& methods = {});

/// "84.35 ± 0.08"; without the deviation where there is only one run.
std::string percent_text(const Sample& accuracy);
/// "+0.02", with a true minus sign.
std::string points_text(double points);
/// Seconds in the paper's units, so that the two can be compared at a glance: "4 ms", "0.52 s", "11.3 min",
/// "2.00 h".
std::string time_text(double seconds);
/// "8.1×".
std::string times_text(double factor);

inline constexpr std::string_view side_by_side_mark = "‖";
/// Of a time that another process took.
inline constexpr std::string_view other_process_mark = "§";
/// Of what agrees with a prediction, and of what does not.
inline constexpr std::string_view reproduced_mark = "✓";
inline constexpr std::string_view differs_mark = "✗";

}  // namespace sketchbench
