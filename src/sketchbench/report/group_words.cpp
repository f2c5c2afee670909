#include <sketchbench/report/group_words.hpp>

#include <sketchbench/features/foreign/foreign_map.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

/// `text` begins with the map's name, as whatever words.hpp says of a name that it does not know.
std::string with_title(const std::string& text, const ForeignMap& map) {
  return map.kind.title + text.substr(map.kind.name.size());
}

}  // namespace

std::string method_title(const std::string& label, const ForeignMap* foreign) {
  const std::string title = method_title(std::string_view(label));
  return foreign == nullptr ? title : with_title(title, *foreign);
}

std::string method_title(const RunGroup& group) {
  return method_title(group.method_label, group.foreign.get());
}

std::vector<std::string> method_heading(const RunGroup& group) {
  std::vector<std::string> heading = method_heading(group.method_label, group.learner);
  if (group.foreign != nullptr) heading.front() = with_title(heading.front(), *group.foreign);
  return heading;
}

}  // namespace sketchbench
