#pragma once
#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/json_fwd.hpp>

namespace sketchbench {

/// Parses one JSON document strictly. InputError with name, line and the reason otherwise: malformed text,
/// comments, bytes that are not UTF-8, a key that stands twice in one object (the last would win without a
/// word), a number beyond double precision, or lists and objects nested deeper than `deepest_json`. `name` is
/// for the messages.
Json parse_json(std::string_view text, const std::filesystem::path& name);
inline constexpr int deepest_json = 64;

/// The document in a regular file of at most 256 MiB.
Json read_json(const std::filesystem::path& file);

/// The text of a document, canonical (keys sorted) without `indent`. Error where a number is NaN or infinite,
/// with its place: JSON has no such numbers, and null would stand in its place. What is not UTF-8 (a
/// library's message) is replaced.
std::string json_text(const Json& json, int indent = -1);

/// A JSON object read strictly: every key must be asked for, or finish() throws. Errors name the file, the
/// path of the key inside it ("grid[1].dataset"), the value found and what was expected; an unknown key gets
/// the nearest known one as a suggestion.
class StrictObject {
 public:
  StrictObject(const Json& object, std::string file, std::string path = "");

  bool has(std::string_view key);
  std::string text(std::string_view key);
  std::string text_or(std::string_view key, std::string fallback);
  /// A whole number in [low, high].
  std::int64_t integer(std::string_view key, std::int64_t low, std::int64_t high);
  std::int64_t integer_or(std::string_view key, std::int64_t fallback, std::int64_t low, std::int64_t high);
  /// A finite number in [low, high].
  double number(std::string_view key, double low, double high);
  double number_or(std::string_view key, double fallback, double low, double high);
  bool boolean_or(std::string_view key, bool fallback);
  StrictObject object(std::string_view key);
  /// The objects of an array of objects.
  std::vector<StrictObject> objects(std::string_view key);
  /// The value as it stands, for what a later stage reads itself.
  const Json& raw(std::string_view key);
  std::string place(std::string_view key) const;  ///< "file: path.key", for messages of the caller

  /// Throws InputError for the first key that nobody asked for.
  void finish() const;
  [[noreturn]] void fail(std::string_view key, std::string_view expected) const;
  const Json& json() const { return *object_; }
  const std::string& file() const { return file_; }

 private:
  const Json* find(std::string_view key);
  const Json& require(std::string_view key);

  const Json* object_;
  std::string file_;
  std::string path_;
  std::vector<std::string> known_;
};

/// The candidate with the smallest edit distance to `word`, empty when none is near (more than half of it
/// differs).
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// Throws InputError: there is no `kind` called `name`, with the nearest known one or, if none is near, all
/// of them.
[[noreturn]] void fail_unknown(std::string_view kind, std::string_view name,
                               const std::vector<std::string>& known);

}  // namespace sketchbench
