#include <sketchbench/core/json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>

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

std::string shown(const Json& value) {
  return shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace), 60);
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
    if (known_.empty())
      throw InputError(fmt::format("{} is not a known key; there are none here", place(key)));
    throw InputError(fmt::format("{} is not a known key{}", place(key),
                                 suggestion.empty() ? fmt::format("; known here: {}", fmt::join(known_, ", "))
                                                    : fmt::format("; did you mean \"{}\"?", suggestion)));
  }
}

}  // namespace sketchbench
