#include <sketchbench/report/page/columns.hpp>

#include <sketchbench/core/json.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace sketchbench {
namespace {

// Text is made at once, without a document of it: one of long lists needs memory even to be destroyed.

using Values = std::vector<const Json*>;
using Texts = std::vector<std::string>;

/// A list of fewer values gains nothing from being told as distinct ones.
constexpr std::size_t fewest_to_number = 8;

std::string list_text(const Texts& items) { return fmt::format("[{}]", fmt::join(items, ",")); }

std::string plain_or_distinct(const Texts& values) {
  Texts distinct;
  std::vector<std::size_t> at;
  std::unordered_map<std::string, std::size_t> places;
  for (const std::string& value : values) {
    const auto [found, is_new] = places.emplace(value, places.size());
    if (is_new) distinct.push_back(value);
    at.push_back(found->second);
  }
  if (values.size() <= fewest_to_number || distinct.size() * 2 > values.size()) return list_text(values);
  return fmt::format(R"({{"at":[{}],"distinct":{}}})", fmt::join(at, ","), list_text(distinct));
}

std::string column_of_counts(const std::vector<std::size_t>& counts) {
  Texts texts;
  for (const std::size_t count : counts) texts.push_back(fmt::format("{}", count));
  return plain_or_distinct(texts);
}

std::string column_of_objects(const Values& values) {
  Texts keys;
  std::vector<std::size_t> shape;
  std::map<std::string, std::size_t> shapes;
  std::map<std::string, Values> parts;
  for (const Json* value : values) {
    Texts names;
    for (const auto& [key, part] : value->items()) {
      names.push_back(json_text(key));
      parts[key].push_back(&part);
    }
    const auto [found, is_new] = shapes.emplace(list_text(names), shapes.size());
    if (is_new) keys.push_back(found->first);
    shape.push_back(found->second);
  }
  Texts columns;
  for (const auto& [key, of_key] : parts)
    columns.push_back(fmt::format("{}:{}", json_text(key), column_text(of_key)));
  return fmt::format(R"({{"columns":{{{}}},"keys":{},"shape":{}}})", fmt::join(columns, ","), list_text(keys),
                     column_of_counts(shape));
}

std::string column_of_lists(const Values& values) {
  std::vector<std::size_t> lengths;
  Values items;
  for (const Json* value : values) {
    lengths.push_back(value->size());
    for (const Json& item : *value) items.push_back(&item);
  }
  return fmt::format(R"({{"items":{},"lengths":{}}})", column_text(items), column_of_counts(lengths));
}

}  // namespace

std::string column_text(const Values& values) {
  const auto all_are = [&](bool (Json::*kind)() const noexcept) {
    return !values.empty() && std::ranges::all_of(values, [&](const Json* one) { return (one->*kind)(); });
  };
  if (all_are(&Json::is_object)) return column_of_objects(values);
  if (all_are(&Json::is_array)) return column_of_lists(values);
  Texts texts;
  for (const Json* value : values) texts.push_back(json_text(*value));
  return plain_or_distinct(texts);
}

}  // namespace sketchbench
