#include "base/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/file.hpp"

namespace sketchbench {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

constexpr std::uintmax_t largest_document = std::uintmax_t{256} << 20;

/// The bytes of a text; the parser's progress through it shows in `read`.
class CountedBytes {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountedBytes(const char* at, const char*& read) : at_(at), read_(&read) {}
  reference operator*() const { return *at_; }
  CountedBytes& operator++() {
    *read_ = ++at_;
    return *this;
  }
  bool operator==(const CountedBytes& other) const { return at_ == other.at_; }
  bool operator!=(const CountedBytes& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** read_;
};

/// Puts a document together and refuses what parse_json() refuses.
class DocumentBuilder final : public nlohmann::json_sax<Json> {
 public:
  DocumentBuilder(std::string_view text, const char* const& read, const std::filesystem::path& name)
      : text_(text), read_(read), name_(name) {}
  Json take() { return std::move(document_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // JSON text has none
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& key) override {
    if (open_.back()->contains(key)) fail(read_, fmt::format("the key \"{}\" stands twice in one object", key));
    key_ = std::move(key);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    std::string what = error.what();
    // "[json.exception.parse_error.101] parse error at line 2, column 5: syntax error ..."
    if (const auto detail = what.find(": syntax error"); detail != std::string::npos)
      what = what.substr(detail + 2);
    else if (const auto id = what.find("] "); id != std::string::npos)
      what = what.substr(id + 2);
    fail(text_.data() + std::min(position == 0 ? 0 : position - 1, text_.size()), "not valid JSON: " + what);
  }

 private:
  bool add(Json value) {
    place(std::move(value));
    return true;
  }
  bool open(Json container) {
    if (open_.size() == deepest_json) fail(read_, fmt::format("nested more than {} deep", deepest_json));
    open_.push_back(place(std::move(container)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  /// Puts a value where it belongs: a pointer to it stays good while it is open, since nothing is added beside it.
  Json* place(Json value) {
    if (open_.empty()) {
      document_ = std::move(value);
      return &document_;
    }
    Json& container = *open_.back();
    if (container.is_array()) {
      container.push_back(std::move(value));
      return &container.back();
    }
    return &(container[key_] = std::move(value));
  }
  [[noreturn]] void fail(const char* at, std::string_view message) const {
    fail_input(name_, std::count(text_.data(), at, '\n') + 1, message);
  }

  std::string_view text_;
  const char* const& read_;
  const std::filesystem::path& name_;
  Json document_;
  std::vector<Json*> open_;
  std::string key_;
};

void require_finite(const Json& json, const std::string& path) {
  if (json.is_number_float() && !std::isfinite(json.get<double>()))
    throw Error(fmt::format("\"{}\" is {}, which cannot be stored; scale the data or lower the degree", path,
                            json.get<double>()));
  if (json.is_object())
    for (const auto& [key, value] : json.items()) require_finite(value, path.empty() ? key : path + "." + key);
  if (json.is_array())
    for (std::size_t i = 0; i < json.size(); ++i) require_finite(json[i], fmt::format("{}[{}]", path, i));
}

std::string shown(const Json& value) {
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > 60) text = text.substr(0, 57) + "...";
  return text;
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = word.size() / 2 + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

void fail_unknown(std::string_view kind, std::string_view name, const std::vector<std::string>& known) {
  const std::string suggestion = nearest(name, known);
  throw InputError(fmt::format("there is no {} \"{}\"; {}", kind, name,
                               suggestion.empty() ? fmt::format("known: {}", fmt::join(known, ", "))
                                                  : fmt::format("did you mean \"{}\"?", suggestion)));
}

Json parse_json(std::string_view text, const std::filesystem::path& name) {
  const char* read = text.data();
  DocumentBuilder builder(text, read, name);
  Json::sax_parse(CountedBytes(text.data(), read), CountedBytes(text.data() + text.size(), read), &builder);
  return builder.take();
}

Json read_json(const std::filesystem::path& file) { return parse_json(read_file(file, largest_document), file); }

std::string json_text(const Json& json, int indent) {
  require_finite(json, "");
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

StrictObject::StrictObject(const Json& object, std::string file, std::string path)
    : object_(&object), file_(std::move(file)), path_(std::move(path)) {
  if (!object.is_object())
    throw InputError(fmt::format("{}: {} is {}, expected an object {{...}}", file_,
                                 path_.empty() ? "the document" : "\"" + path_ + "\"", shown(object)));
}

std::string StrictObject::place(std::string_view key) const {
  return path_.empty() ? fmt::format("{}: \"{}\"", file_, key)
                       : fmt::format("{}: \"{}.{}\"", file_, path_, key);
}

void StrictObject::fail(std::string_view key, std::string_view expected) const {
  const auto found = object_->find(key);
  throw InputError(found == object_->end()
                       ? fmt::format("{} is missing, expected {}", place(key), expected)
                       : fmt::format("{} is {}, expected {}", place(key), shown(*found), expected));
}

const Json* StrictObject::find(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  const auto found = object_->find(key);
  return found == object_->end() ? nullptr : &*found;
}

bool StrictObject::has(std::string_view key) { return find(key) != nullptr; }

const Json& StrictObject::require(std::string_view key) {
  const Json* found = find(key);
  if (found == nullptr) throw InputError(fmt::format("{} is missing", place(key)));
  return *found;
}

std::string StrictObject::text(std::string_view key) {
  const Json* found = find(key);
  if (found == nullptr || !found->is_string()) fail(key, "a text in quotes");
  return found->get<std::string>();
}

std::string StrictObject::text_or(std::string_view key, std::string fallback) {
  return has(key) ? text(key) : std::move(fallback);
}

std::int64_t StrictObject::integer(std::string_view key, std::int64_t low, std::int64_t high) {
  const Json* found = find(key);
  const auto expected = [&] {
    return high == INT64_MAX ? fmt::format("a whole number of at least {}", low)
                             : fmt::format("a whole number from {} to {}", low, high);
  };
  if (found == nullptr || !found->is_number_integer()) fail(key, expected());
  if (found->is_number_unsigned() && found->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
    fail(key, expected());
  const auto value = found->get<std::int64_t>();
  if (value < low || value > high) fail(key, expected());
  return value;
}

std::int64_t StrictObject::integer_or(std::string_view key, std::int64_t fallback, std::int64_t low,
                                      std::int64_t high) {
  return has(key) ? integer(key, low, high) : fallback;
}

double StrictObject::number(std::string_view key, double low, double high) {
  const Json* found = find(key);
  const auto expected = [&] {
    return std::isinf(low)    ? std::string("a number")
           : std::isinf(high) ? fmt::format("a number of at least {}", low)
                              : fmt::format("a number from {} to {}", low, high);
  };
  if (found == nullptr || !found->is_number()) fail(key, expected());
  const auto value = found->get<double>();
  if (!std::isfinite(value) || value < low || value > high) fail(key, expected());
  return value;
}

double StrictObject::number_or(std::string_view key, double fallback, double low, double high) {
  return has(key) ? number(key, low, high) : fallback;
}

bool StrictObject::boolean_or(std::string_view key, bool fallback) {
  const Json* found = find(key);
  if (found == nullptr) return fallback;
  if (!found->is_boolean()) fail(key, "true or false");
  return found->get<bool>();
}

StrictObject StrictObject::object(std::string_view key) {
  const Json& value = require(key);
  return {value, file_, path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key)};
}

std::vector<StrictObject> StrictObject::objects(std::string_view key) {
  const Json* found = find(key);
  if (found == nullptr || !found->is_array()) fail(key, "a list [...] of objects");
  std::vector<StrictObject> result;
  for (std::size_t i = 0; i < found->size(); ++i)
    result.emplace_back(
        (*found)[i], file_,
        path_.empty() ? fmt::format("{}[{}]", key, i) : fmt::format("{}.{}[{}]", path_, key, i));
  return result;
}

const Json& StrictObject::raw(std::string_view key) { return require(key); }

void StrictObject::finish() const {
  for (const auto& [key, value] : object_->items()) {
    if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
    const std::string suggestion = nearest(key, known_);
    throw InputError(fmt::format("{} is not a known key{}", place(key),
                                 suggestion.empty() ? fmt::format("; known here: {}", fmt::join(known_, ", "))
                                                    : fmt::format("; did you mean \"{}\"?", suggestion)));
  }
}

}  // namespace sketchbench
