#pragma once
#include <concepts>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <sketchbench/core/json_fwd.hpp>

namespace sketchbench {

/// A value that a configuration gives by name. A whole number is another type than 7.0, as what is written
/// and named by its sum, but equal to it.
class ParameterValue {
 public:
  using Numbers = std::vector<double>;

  ParameterValue() = default;
  template <std::same_as<bool> Truth>
  ParameterValue(Truth truth) : value_(truth) {}
  template <std::integral Whole>
    requires(!std::same_as<Whole, bool>)
  ParameterValue(Whole whole) : value_(static_cast<std::int64_t>(whole)) {}
  ParameterValue(double number) : value_(number) {}
  ParameterValue(std::string text) : value_(std::move(text)) {}
  ParameterValue(const char* text) : value_(std::string(text)) {}
  explicit ParameterValue(const Json& json);

  /// Null where it is none.
  const std::string* text() const { return std::get_if<std::string>(&value_); }
  bool is_number() const;
  /// Also of a whole one. Error where it is none.
  double number() const;
  /// As JSON has it: 7, 0.5, "median".
  std::string json() const;

  friend bool operator==(const ParameterValue& a, const ParameterValue& b);
  friend void to_json(Json& json, const ParameterValue& value);

 private:
  /// What only somebody else's program is to understand, such as an object for an external map: its JSON.
  struct Document {
    std::string json;
    Document() : json("null") {}
    explicit Document(std::string text) : json(std::move(text)) {}
    bool operator==(const Document&) const = default;
  };

  std::variant<Document, bool, std::int64_t, double, std::string, Numbers, std::vector<Numbers>> value_;
};

/// What is given of a map's or an experiment's own parameters, by name: in the words of a configuration,
/// which their struct reads (core/fields.hpp). As JSON an object, or null where nothing is given.
struct ParameterValues : std::map<std::string, ParameterValue, std::less<>> {
  using map::map;
  /// Of an object, or of null.
  explicit ParameterValues(const Json& json);
};
void to_json(Json& json, const ParameterValues& values);

}  // namespace sketchbench
