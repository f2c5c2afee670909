#pragma once
#include <cmath>
#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <sketchbench/core/json.hpp>

namespace sketchbench {

enum class FieldType { number, whole, truth, text, numbers, lists, other };

/// What there is to say of a named value of a configuration or a record, for help, documents and messages.
struct FieldInfo {
  std::string name;                         ///< its key in JSON: "landmarks"
  std::string meaning;                      ///< one line for people
  double low = -HUGE_VAL, high = HUGE_VAL;  ///< the range of a number, of each where it is a list
  bool above_low = false;                   ///< `low` itself is out of the range
  /// The words that a text may be, empty: any; that a truth value is written as, the one for true first; or
  /// that may stand in the place of a number.
  std::vector<std::string> choices = {};
  std::string expected = {};  ///< what messages and help say of its values; empty: what expected_text() makes
  /// A --quick run takes at most that; where `zero_is_all`, 0 is more than any number.
  std::optional<double> quick_most = {};
  bool zero_is_all = false;
  bool optional = false;  ///< may be missing where a record is read, beside what may always be (Field)
  /// A text that is the name of a LIBSVM file with rows, relative to what names it; in a cell's description
  /// its SHA-256 stands for it. "" is none.
  bool file = false;
  bool may_be_empty = false;    ///< a list that is there may have no entry
  bool required = false;        ///< a configuration must say it, whatever the default
  bool records_default = true;  ///< false: it is left out where it has its default
  /// The default in words, for one that depends on other members.
  std::string default_text = {};
  /// Of an experiment's parameter: it is one of those that say which training rows a cell works with. Cells
  /// in which all of them are alike, of one data set, work with the same.
  bool chooses_rows = false;
  // What Field fills in.
  Json default_value = {};  ///< null where there is none
  FieldType type = FieldType::other;
};

/// Its type, or, where a type that fields do not know is written as a number or a text, that.
FieldType type_of(const FieldInfo& field);
/// "a whole number from 1 to 20", "a number above 0, or one of median, cross_validation", "true or false".
std::string expected_text(const FieldInfo& field);
/// "10", "\"lanczos\"", or `default_text`; empty where there is none.
std::string default_text(const FieldInfo& field);

/// Throw InputError, with the file, key, value and what was expected, for what the field may not be.
void read_field(StrictObject& from, const FieldInfo& field, double& value);
void read_field(StrictObject& from, const FieldInfo& field, std::int64_t& value);
void read_field(StrictObject& from, const FieldInfo& field, bool& value);
void read_field(StrictObject& from, const FieldInfo& field, std::string& value);
void read_field(StrictObject& from, const FieldInfo& field, std::vector<double>& value);
void read_field(StrictObject& from, const FieldInfo& field, std::vector<std::vector<double>>& value);
void read_field(StrictObject& from, const FieldInfo& field, Json& value);

/// "at most 1,000 rows and 3 maps": what a --quick run takes of fields that have a `quick_most`.
std::string quick_limits(const std::vector<FieldInfo>& fields);

namespace field_types {
template <class Value>
inline constexpr bool is_optional = false;
template <class Value>
inline constexpr bool is_optional<std::optional<Value>> = true;
template <class Value>
inline constexpr bool is_list = false;
template <class Value>
inline constexpr bool is_list<std::vector<Value>> = true;

template <class Value>
constexpr FieldType type_of() {
  if constexpr (is_optional<Value>)
    return type_of<typename Value::value_type>();
  else if constexpr (std::same_as<Value, bool>)
    return FieldType::truth;
  else if constexpr (std::integral<Value>)
    return FieldType::whole;
  else if constexpr (std::floating_point<Value>)
    return FieldType::number;
  else if constexpr (std::same_as<Value, std::string>)
    return FieldType::text;
  else if constexpr (std::same_as<Value, std::vector<double>>)
    return FieldType::numbers;
  else if constexpr (std::same_as<Value, std::vector<std::vector<double>>>)
    return FieldType::lists;
  else
    return FieldType::other;
}
}  // namespace field_types

template <class Struct>
class Fields;

/// A struct whose members are described by its own static function fields().
template <class Struct>
concept Described = requires {
  { Struct::fields() } -> std::same_as<const Fields<Struct>&>;
};

namespace field_types {
template <class Value>
inline constexpr bool is_described_list = false;
template <Described Value>
inline constexpr bool is_described_list<std::vector<Value>> = true;
}  // namespace field_types

/// How members that are structs themselves are read.
enum class Reading { configuration, record };

/// One described member. One that is std::optional, a null Json or a list that is `optional` and empty is
/// left out where a struct is written, and may be missing where it is read; in a record null is none, too. A
/// struct described by fields(), and a list of them, is written so. A type that fields do not know is read by
/// its own read_field(), or by from_json(), and written by its to_json().
template <class Struct>
class Field {
 public:
  /// `member`: a pointer to one, or what returns one of a struct that is handed to it.
  template <class Member>
    requires std::invocable<const Member&, Struct&>
  Field(FieldInfo info, Member member) : info_(std::move(info)) {
    using Value = std::remove_cvref_t<std::invoke_result_t<const Member&, Struct&>>;
    read_ = [member](StrictObject& from, const FieldInfo& field, Struct& into, Reading how) {
      std::invoke(member, into) = read_as<Value>(from, field, how);
    };
    write_ = [member](const Struct& from, const FieldInfo& field, Json& into) {
      const Value& made = std::invoke(member, from);
      if (!is_there(made, field)) return;
      if (Json value = written(made, field); field.records_default || value != field.default_value)
        into[field.name] = std::move(value);
    };
    const Struct fresh = {};
    if (is_there(std::invoke(member, fresh), info_))
      info_.default_value = written(std::invoke(member, fresh), info_);
    info_.optional = info_.optional || !info_.records_default || !is_there(Value(), info_);
    info_.type = field_types::type_of<Value>();
    if constexpr (std::is_arithmetic_v<Value> && !std::same_as<Value, bool>)
      limit_ = [member](Struct& of, const FieldInfo& field) {
        const auto most = static_cast<Value>(*field.quick_most);
        Value& value = std::invoke(member, of);
        if (value > most || (field.zero_is_all && value == 0)) value = most;
      };
  }

  const FieldInfo& info() const { return info_; }
  void read(StrictObject& from, Struct& into, Reading how) const { read_(from, info_, into, how); }
  void write(const Struct& from, Json& into) const { write_(from, info_, into); }
  void apply_quick_limit(Struct& of) const {
    if (info_.quick_most && limit_) limit_(of, info_);
  }

 private:
  template <class Value>
  static Value read_as(StrictObject& from, const FieldInfo& field, Reading how) {
    if constexpr (field_types::is_optional<Value>) {
      if (how == Reading::record && from.has(field.name) && from.raw(field.name).is_null())
        return std::nullopt;
      return read_as<typename Value::value_type>(from, field, how);
    } else if constexpr (Described<Value>) {
      return read_object<Value>(from.object(field.name), how);
    } else if constexpr (field_types::is_described_list<Value>) {
      Value values;
      for (StrictObject& object : from.objects(field.name))
        values.push_back(read_object<typename Value::value_type>(std::move(object), how));
      if (values.empty() && !field.may_be_empty) from.fail(field.name, "a list of objects");
      return values;
    } else if constexpr (std::integral<Value> && !std::same_as<Value, bool>) {
      std::int64_t value = 0;
      read_field(from, field, value);
      return static_cast<Value>(value);
    } else if constexpr (requires(Value value) { read_field(from, field, value); }) {
      Value value;
      read_field(from, field, value);
      return value;
    } else {
      if (!from.has(field.name)) from.fail(field.name, "a value");
      return from.raw(field.name).template get<Value>();
    }
  }
  template <class Value>
  static Value read_object(StrictObject object, Reading how) {
    if (how == Reading::record) return Value::fields().parse(std::move(object));
    Value value = Value::fields().read(object);
    object.finish();
    return value;
  }
  template <class Value>
  static Json written(const Value& value, const FieldInfo& field) {
    if constexpr (field_types::is_optional<Value>)
      return written(*value, field);
    else if constexpr (Described<Value>)
      return Value::fields().to_json(value);
    else if constexpr (field_types::is_described_list<Value>) {
      Json list = Json::array();
      for (const auto& one : value) list.push_back(Value::value_type::fields().to_json(one));
      return list;
    } else if constexpr (std::same_as<Value, bool>)
      return field.choices.empty() ? Json(value) : Json(field.choices.at(value ? 0 : 1));
    else
      return value;
  }
  template <class Value>
  static bool is_there(const Value& value, const FieldInfo& field) {
    if constexpr (field_types::is_optional<Value>)
      return value.has_value();
    else if constexpr (std::same_as<Value, Json>)
      return !value.is_null();
    else if constexpr (field_types::is_list<Value>)
      return !field.optional || !value.empty();
    else
      return true;
  }
  FieldInfo info_;
  std::function<void(StrictObject& from, const FieldInfo& field, Struct& into, Reading how)> read_;
  std::function<void(const Struct& from, const FieldInfo& field, Json& into)> write_;
  std::function<void(Struct& of, const FieldInfo& field)> limit_;
};

/// All described members of a struct: the one place that knows their keys, ranges and defaults. A default is
/// what a new struct holds. Where several members depend on each other, the struct's check(StrictObject&) has
/// the last word on what was read: it throws InputError, or fills in a default that depends on the others.
template <class Struct>
class Fields {
 public:
  Fields(std::initializer_list<Field<Struct>> fields) : fields_(fields) {}
  explicit Fields(std::vector<Field<Struct>> fields) : fields_(std::move(fields)) {}

  /// What is given, and the defaults of the rest, or what another struct has: for configurations. Whoever
  /// calls it finishes the object.
  Struct read(StrictObject& object, const Struct* otherwise = nullptr) const {
    Struct value = otherwise == nullptr ? Struct() : *otherwise;
    for (const Field<Struct>& field : fields_)
      if (object.has(field.info().name) || (field.info().required && otherwise == nullptr))
        field.read(object, value, Reading::configuration);
    check(value, object);
    return value;
  }
  /// Everything but what may be left out must be there: for records, which may hold more.
  Struct parse(StrictObject object) const {
    Struct value;
    for (const Field<Struct>& field : fields_)
      if (object.has(field.info().name) || !field.info().optional) field.read(object, value, Reading::record);
    check(value, object);
    return value;
  }
  Json to_json(const Struct& value) const {
    Json json = Json::object();
    for (const Field<Struct>& field : fields_) field.write(value, json);
    return json;
  }
  void apply_quick_limits(Struct& value) const {
    for (const Field<Struct>& field : fields_) field.apply_quick_limit(value);
  }
  std::vector<FieldInfo> info() const {
    std::vector<FieldInfo> all;
    for (const Field<Struct>& field : fields_) all.push_back(field.info());
    return all;
  }

 private:
  static void check(Struct& value, StrictObject& object) {
    if constexpr (requires { value.check(object); }) value.check(object);
  }

  std::vector<Field<Struct>> fields_;
};

}  // namespace sketchbench
