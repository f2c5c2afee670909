#pragma once
#include <fmt/format.h>
#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/data/manifest.hpp>
#include <sketchbench/data/preprocess.hpp>
#include <sketchbench/data/read/reader.hpp>

namespace sketchbench {

// How the parts of a manifest are read: manifest.cpp puts them together.

inline constexpr Index max_rows = 1'000'000'000;
inline constexpr Index max_columns = std::numeric_limits<std::int32_t>::max();

template <class T>
using Choice = std::pair<std::string_view, T>;

/// A key whose value is one of some words.
template <class T, std::size_t count>
T choose(StrictObject& object, std::string_view key, const std::array<Choice<T>, count>& choices) {
  const std::string word = object.text(key);
  std::string expected;
  for (const auto& [name, value] : choices) {
    if (word == name) return value;
    expected += fmt::format("{}\"{}\"", expected.empty() ? "one of " : ", ", name);
  }
  object.fail(key, expected);
}

/// "format" of a file.
FileFormat parse_format(StrictObject format);
/// An entry of "preprocess".
PreprocessStep parse_step(StrictObject step);

/// A list of columns, from 0: numbers and [first, last]; ascending, each once.
std::vector<std::pair<Index, Index>> parse_columns(StrictObject& object, std::string_view key);

/// What the entries of a manifest ask of each other: names and files once, every split possible with every
/// source, uniform points by themselves, classes or targets as the task says. InputError with the manifest's
/// file.
void check_manifest(const Manifest& manifest);

}  // namespace sketchbench
