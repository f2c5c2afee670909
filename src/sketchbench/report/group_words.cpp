#include <sketchbench/report/group_words.hpp>

#include <fmt/format.h>

#include <sketchbench/features/external/external_map.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

std::string kernel_suffix(const std::string& own_kernel) {
  return own_kernel.empty() ? "" : fmt::format(" (K: {})", own_kernel);
}

/// `text` begins with the map's name, as whatever words.hpp says of a name that it does not know.
std::string with_title(const std::string& text, const ExternalMap& map) {
  return map.kind.title + kernel_suffix(map.own_kernel) + text.substr(map.kind.name.size());
}

}  // namespace

std::string method_title(const std::string& label, const ExternalMap* external) {
  const std::string title = method_title(std::string_view(label));
  return external == nullptr ? title : with_title(title, *external);
}

std::string method_title(const RunGroup& group) {
  return method_title(group.method_label, group.external.get());
}

std::string method_short(const RunGroup& group) {
  const std::string name = method_short(std::string_view(group.method_label));
  return group.external == nullptr ? name : with_title(name, *group.external);
}

std::vector<std::string> method_heading(const RunGroup& group) {
  std::vector<std::string> heading = method_heading(group.method_label, group.learner);
  if (group.external != nullptr) heading.front() = with_title(heading.front(), *group.external);
  return heading;
}

std::string kernel_title(const RunGroup& group, const Experiment& experiment) {
  return group.kernel.display() + kernel_suffix(own_kernel_of(group, experiment));
}

}  // namespace sketchbench
