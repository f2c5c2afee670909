#include <sketchbench/harness/plan/cell_filter.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/config/cells.hpp>

namespace sketchbench {
namespace {

/// Of what the message of an unknown value names, where none is near.
constexpr std::size_t most_named = 20;

bool is_of_kernel(const std::string& key) {
  const std::vector<std::string>& columns = Kernel::columns();
  return std::find(columns.begin(), columns.end(), key) != columns.end();
}

bool has_numbers(const std::string& key) {
  return is_of_kernel(key) ? Kernel::parameter(key).has_value() : key != "dataset" && key != "method";
}

std::optional<double> number_of(const std::string& text) {
  double value = 0;
  const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  return status == std::errc() && rest == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool has(const Filter& filter, const std::string& name) {
  return std::find(filter.values.begin(), filter.values.end(), name) != filter.values.end();
}

/// As numbers, so that coef0=1.0 is coef0=1.
bool has(const Filter& filter, double value) {
  return std::any_of(filter.values.begin(), filter.values.end(),
                     [&](const std::string& text) { return number_of(text) == value; });
}

bool has(const Filter& filter, const Kernel& kernel) {
  if (const std::optional<double> number = kernel.number(filter.key)) return has(filter, *number);
  return has(filter, kernel.column(filter.key));
}

/// A word that may stand where the key has numbers: "median" for sigma.
bool is_word_for(const std::string& key, const std::string& value) {
  const std::optional<FieldInfo> parameter = Kernel::parameter(key);
  return parameter && std::ranges::find(parameter->choices, value) != parameter->choices.end();
}

/// As numbers, where both are.
bool are_equal(const std::string& key, const std::string& a, const std::string& b) {
  if (!has_numbers(key)) return a == b;
  const std::optional<double> x = number_of(a), y = number_of(b);
  return x && y ? *x == *y : a == b;
}

/// Of its methods that draw something; none where there is no such method.
std::vector<Seed> seeds_of(const Config& config) {
  if (std::ranges::none_of(config.methods,
                           [&](const MethodEntry& method) { return is_seeded(config, method); }))
    return {};
  if (!config.only_seeds.empty()) return config.only_seeds;
  std::vector<Seed> seeds(static_cast<std::size_t>(config.seeds));
  for (std::size_t i = 0; i < seeds.size(); ++i) seeds[i] = i + 1;
  return seeds;
}

/// What the configuration has for the filter's key.
std::vector<std::string> values_of(const Config& config, const std::string& key) {
  std::vector<std::string> values;
  if (key == "dataset")
    for (const GridEntry& entry : config.grid) values.push_back(entry.dataset.name);
  if (key == "method")
    for (const MethodEntry& method : config.methods) values.push_back(method.method);
  for (const Kernel& kernel : config.kernels)
    if (std::string text = kernel.column(key); !text.empty()) values.push_back(std::move(text));
  if (key == "D") {
    for (const GridEntry& entry : config.grid)
      for (const Index D : entry.D) values.push_back(fmt::format("{}", D));
    for (const MethodEntry& method : config.methods)
      if (method.method == exact_method) values.push_back("0");
  }
  if (key == "seed")
    for (const Seed seed : seeds_of(config)) values.push_back(fmt::format("{}", seed));
  return values;
}

void require_known_value(const Filter& filter, const std::string& value, const std::vector<Config>& configs) {
  std::vector<std::string> known;
  std::set<std::string> listed;
  for (const Config& config : configs)
    for (const std::string& one : values_of(config, filter.key)) {
      if (are_equal(filter.key, one, value)) return;
      if (listed.insert(one).second) known.push_back(one);
    }
  const std::string suggestion = has_numbers(filter.key) ? "" : nearest(value, known);
  const std::size_t shown = std::min(known.size(), most_named);
  std::string there = fmt::format(
      "there are {}", fmt::join(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (known.empty()) there = fmt::format("they have no \"{}\"", filter.key);
  if (shown < known.size()) there += fmt::format(" ... {}", known.back());
  throw InputError(fmt::format("filter {}: no configuration of this run has the {} \"{}\"; {}", filter.text,
                               filter.key, value,
                               suggestion.empty() ? there : fmt::format("did you mean \"{}\"?", suggestion)));
}

template <class T, class Keep>
void keep_if(std::vector<T>& items, Keep&& keep) {
  std::erase_if(items, [&](const T& item) { return !keep(item); });
}

void narrow(Config& config, const Filter& filter) {
  if (filter.key == "dataset") {
    keep_if(config.grid, [&](const GridEntry& entry) { return has(filter, entry.dataset.name); });
  } else if (filter.key == "method") {
    keep_if(config.methods, [&](const MethodEntry& method) { return has(filter, method.method); });
  } else if (is_of_kernel(filter.key)) {
    keep_if(config.kernels, [&](const Kernel& kernel) { return has(filter, kernel); });
  } else if (filter.key == "D") {
    for (GridEntry& entry : config.grid)
      keep_if(entry.D, [&](Index D) { return has(filter, static_cast<double>(D)); });
    if (!has(filter, 0.0))
      keep_if(config.methods, [](const MethodEntry& method) { return method.method != exact_method; });
  } else {
    keep_if(config.methods, [&](const MethodEntry& method) { return is_seeded(config, method); });
    std::vector<Seed> seeds = seeds_of(config);
    keep_if(seeds, [&](Seed seed) { return has(filter, static_cast<double>(seed)); });
    if (seeds.empty()) config.methods.clear();
    config.only_seeds = std::move(seeds);
  }
}

}  // namespace

const std::vector<std::string>& filter_keys() {
  static const std::vector<std::string> keys = [] {
    std::vector<std::string> all = {"dataset", "method"};
    all.insert(all.end(), Kernel::columns().begin(), Kernel::columns().end());
    all.insert(all.end(), {"D", "seed"});
    return all;
  }();
  return keys;
}

Filter parse_filter(const std::string& text) {
  const std::vector<std::string>& keys = filter_keys();
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals + 1 >= text.size())
    throw InputError(fmt::format("filter {}: expected KEY=VALUE[,VALUE]...", text));
  Filter filter{.key = text.substr(0, equals), .text = text};
  if (std::find(keys.begin(), keys.end(), filter.key) == keys.end())
    throw InputError(
        fmt::format("filter {}: \"{}\" is not a key; known: {}", text, filter.key, fmt::join(keys, ", ")));
  for (std::size_t at = equals + 1; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    filter.values.push_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  for (const std::string& value : filter.values)
    if (value.empty() || (has_numbers(filter.key) && !number_of(value) && !is_word_for(filter.key, value)))
      throw InputError(fmt::format("filter {}: \"{}\" is {}", text, value,
                                   value.empty() ? "empty, expected a value" : "not a number"));
  return filter;
}

bool keeps(const Filter& filter, const Cell& cell) {
  if (filter.key == "dataset") return has(filter, cell.dataset.name);
  if (filter.key == "method") return has(filter, cell.method);
  if (is_of_kernel(filter.key)) return has(filter, cell.kernel);
  if (filter.key == "D") return has(filter, static_cast<double>(cell.D));
  return cell.seed && has(filter, static_cast<double>(*cell.seed));
}

void require_known_values(const std::vector<Filter>& filters, const std::vector<Config>& configs) {
  if (filters.empty()) return;
  for (const Filter& filter : filters)
    for (const std::string& value : filter.values) require_known_value(filter, value, configs);
  const bool some = std::any_of(configs.begin(), configs.end(), [&](const Config& config) {
    return count_cells(narrowed(config, filters)) > 0;
  });
  if (some) return;
  std::vector<std::string> texts;
  for (const Filter& filter : filters) texts.push_back(filter.text);
  throw InputError(
      fmt::format("filters {}: no cell of the configurations has all of that", fmt::join(texts, " and ")));
}

Config narrowed(Config config, const std::vector<Filter>& filters) {
  for (const Filter& filter : filters) narrow(config, filter);
  return config;
}

}  // namespace sketchbench
