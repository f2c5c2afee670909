#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

constexpr std::uintmax_t largest_document = std::uintmax_t{256} << 20;
constexpr std::size_t longest_shown = 200;  ///< of a document's text, in a message

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
    if (open_.back()->contains(key))
      fail(read_, fmt::format("the key \"{}\" stands twice in one object", shortened(key, longest_shown)));
    key_ = std::move(key);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    std::string what = error.what();
    // "[json.exception.parse_error.101] parse error at line 2, column 5: syntax error ..."
    if (const auto detail = what.find(": syntax error"); detail != std::string::npos)
      what = what.substr(detail + 2);
    else if (const auto id = what.find("] "); id != std::string::npos)
      what = what.substr(id + 2);
    fail(text_.data() + std::min(position == 0 ? 0 : position - 1, text_.size()),
         "not valid JSON: " + shortened(what, longest_shown));
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
  /// Puts a value where it belongs: a pointer to it stays good while it is open, since nothing is added
  /// beside it.
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
    throw Error(fmt::format("{} is {}, which cannot be stored; scale the data",
                            path.empty() ? "the document" : "\"" + path + "\"", json.get<double>()));
  if (json.is_object())
    for (const auto& [key, value] : json.items())
      require_finite(value, path.empty() ? key : path + "." + key);
  if (json.is_array())
    for (std::size_t i = 0; i < json.size(); ++i) require_finite(json[i], fmt::format("{}[{}]", path, i));
}

}  // namespace

Json parse_json(std::string_view text, const std::filesystem::path& name) {
  const char* read = text.data();
  DocumentBuilder builder(text, read, name);
  // The parser takes a zero byte for the end and would leave what comes after it unread.
  if (const auto zero = text.find('\0'); zero != std::string_view::npos)
    fail_input(name, std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(zero), '\n') + 1,
               "not valid JSON: a zero byte");
  Json::sax_parse(CountedBytes(text.data(), read), CountedBytes(text.data() + text.size(), read), &builder);
  return builder.take();
}

Json read_json(const std::filesystem::path& file) {
  return parse_json(read_file(file, largest_document), file);
}

std::string json_text(const Json& json, int indent) {
  require_finite(json, "");
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sketchbench
