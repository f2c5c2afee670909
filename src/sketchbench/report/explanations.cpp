#include <sketchbench/report/explanations.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>

namespace sketchbench {
namespace {

template <class T>
bool matches(const std::optional<T>& wanted, const T& value) {
  return !wanted || *wanted == value;
}

double read_number(StrictObject& object, const FieldInfo& parameter) {
  if (type_of(parameter) != FieldType::whole)
    return object.number(parameter.name, parameter.low, parameter.high);
  std::int64_t value = 0;
  read_field(object, parameter, value);
  return static_cast<double>(value);
}

}  // namespace

Explanations Explanations::for_config(const Config& config, NoteNumber number) {
  Explanations explanations;
  const std::filesystem::path file = folder_of(config.file) / "notes.json";
  explanations.file_ = file;
  explanations.number_ = std::move(number);
  if (config.quick || !std::filesystem::exists(file)) return explanations;
  const Json json = read_json(file);
  StrictObject document(json, file.string());
  std::string section = config.file.stem().string();
  if (!document.has(section)) section = config.compare_with ? config.compare_with->section : config.name;
  if (!document.has(section)) return explanations;
  for (StrictObject& object : document.objects(section)) {
    Entry entry;
    if (object.has("dataset")) entry.dataset = object.text("dataset");
    if (object.has("method")) entry.method = object.text("method");
    for (const std::string& column : Kernel::columns()) {
      if (!object.has(column)) continue;
      if (const auto parameter = Kernel::parameter(column))
        entry.parameters.emplace_back(column, read_number(object, *parameter));
      else
        entry.family = object.text(column);
    }
    entry.text = object.text("text");
    object.finish();
    explanations.entries_.push_back(std::move(entry));
  }
  return explanations;
}

std::vector<std::string> Explanations::about(const RunGroup& group) const {
  std::vector<std::string> texts;
  for (const Entry& entry : entries_)
    if (matches(entry.dataset, group.dataset.name) && matches(entry.method, group.method) &&
        matches(entry.family, std::string(group.kernel.family())) &&
        std::ranges::all_of(entry.parameters, [&](const auto& wanted) {
          return group.kernel.number(wanted.first) == wanted.second;
        }))
      if (auto text = filled(entry.text, group)) texts.push_back(std::move(*text));
  return texts;
}

std::optional<std::string> Explanations::filled(const std::string& text, const RunGroup& group) const {
  std::string result;
  std::size_t at = 0;
  for (auto open = text.find('{'); open != std::string::npos; open = text.find('{', at)) {
    const auto close = text.find('}', open);
    if (close == std::string::npos || !number_)
      fail_input(
          file_, 0,
          fmt::format("a note has \"{}\", expected {}", text.substr(open, 40),
                      number_ ? "a \"}\" after it" : "no \"{\": this report has no numbers to fill in"));
    const auto number = number_(text.substr(open + 1, close - open - 1), group);
    if (!number) return std::nullopt;
    result += text.substr(at, open - at) + *number;
    at = close + 1;
  }
  return result + text.substr(at);
}

}  // namespace sketchbench
