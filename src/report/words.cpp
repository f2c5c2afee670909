#include "report/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text.hpp"

namespace sketchbench {
namespace {

struct MethodWords {
  std::string_view method, title, brief;
  std::array<std::string_view, 2> heading;  ///< the second part stands before "+ LIBLINEAR"
};

constexpr std::array<MethodWords, 6> known_methods = {{
    {"exact", "Exact kernel", "exact", {"Exact kernel", ""}},
    {"tensor_sketch", "Tensor Sketching", "TS", {"Tensor Sketching", ""}},
    {"tensor_sketch_fast", "Tensor Sketching, fast path", "TS fast", {"Tensor Sketching", "fast path "}},
    {"random_maclaurin_published",
     "Random Maclaurin, published",
     "RM published",
     {"Random Maclaurin", "published "}},
    {"random_maclaurin_restricted",
     "Random Maclaurin, restricted",
     "RM restricted",
     {"Random Maclaurin", "restricted "}},
    {"random_maclaurin_h01", "Random Maclaurin, H0/1", "RM H0/1", {"Random Maclaurin", "H0/1 "}},
}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> known_datasets = {{
    {"covertype", "Covertype"},
    {"mnist", "MNIST"},
    {"adult", "Adult"},
    {"gisette", "Gisette"},
    {"gisette_sim", "Gisette, simulated"},
    {"poly_teacher_sparse", "Polynomial teacher, sparse (generated)"},
    {"poly_teacher_dense", "Polynomial teacher, dense (generated)"},
    {"uniform", "Uniform points (generated)"},
}};

// LIBLINEAR's -s numbers are all that the records carry; a reader wants the words.
constexpr std::array<std::string_view, 8> liblinear_solvers = {
    "L2-regularised logistic regression, primal",
    "L2-regularised L2-loss SVC, dual",
    "L2-regularised L2-loss SVC, primal",
    "L2-regularised L1-loss SVC, dual",
    "Crammer and Singer",
    "L1-regularised L2-loss SVC",
    "L1-regularised logistic regression",
    "L2-regularised logistic regression, dual",
};

/// A name, or a name with what follows it in a label: "random_maclaurin_h01[C=2]".
std::pair<std::string_view, std::string_view> split_label(std::string_view label) {
  const auto at = std::min(label.find_first_of("[:"), label.size());
  return {label.substr(0, at), label.substr(at)};
}

const MethodWords* find_method(std::string_view method) {
  const auto found = std::find_if(known_methods.begin(), known_methods.end(),
                                  [&](const MethodWords& words) { return words.method == method; });
  return found == known_methods.end() ? nullptr : &*found;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string parameter(const std::string& key, const Json& value, const std::string& type) {
  if (type == "liblinear" && key == "solver" && value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    if (number >= 0 && number < static_cast<std::int64_t>(liblinear_solvers.size()))
      return fmt::format("solver {} ({})", number, liblinear_solvers[static_cast<std::size_t>(number)]);
  }
  if (type == "liblinear" && key == "bias" && value.is_number() && value.get<double>() < 0)
    return "no bias term";
  if (key == "cache_mb" && value.is_number()) return fmt::format("kernel cache {:g} MB", value.get<double>());
  if (value.is_boolean()) return (value.get<bool>() ? "" : "no ") + key;
  if (value.is_number()) return fmt::format("{} = {:g}", key, value.get<double>());
  return fmt::format("{} = {}", key, value.is_string() ? value.get<std::string>() : json_text(value));
}

}  // namespace

std::string dataset_title(std::string_view label) {
  const auto [name, rest] = split_label(label);
  for (const auto& [known, title] : known_datasets)
    if (known == name) return std::string(title) + std::string(rest);
  return std::string(label);
}

std::string method_title(std::string_view label) {
  const auto [name, rest] = split_label(label);
  const MethodWords* words = find_method(name);
  return words == nullptr ? std::string(label) : std::string(words->title) + std::string(rest);
}

std::string method_short(std::string_view label) {
  const auto [name, rest] = split_label(label);
  const MethodWords* words = find_method(name);
  return words == nullptr ? std::string(label) : std::string(words->brief) + std::string(rest);
}

std::vector<std::string> method_heading(std::string_view label, const Json& learner) {
  const auto [name, rest] = split_label(label);
  const MethodWords* words = find_method(name);
  std::vector<std::string> heading;
  heading.emplace_back(words == nullptr ? name : words->heading[0]);
  heading.push_back(fmt::format("{}+ {}", words == nullptr ? "" : words->heading[1], learner_title(learner)));
  if (!rest.empty()) heading.emplace_back(rest);
  return heading;
}

std::string learner_title(const Json& learner) {
  if (!learner.is_object()) return "no learner";
  const std::string type = learner.value("type", "no learner");
  if (type == "dense_tron") return "dense TRON";  // methods, not libraries
  if (type == "block_smo") return "block SMO";
  return upper(type);
}

std::string learner_parameters(const Json& learner) {
  if (!learner.is_object()) return "no learner";
  const std::string type = learner.value("type", "");
  std::vector<std::string> parts;
  for (const auto& [key, value] : learner.items())
    if (key != "type") parts.push_back(parameter(key, value, type));
  return fmt::format("{}: {}", learner_title(learner), fmt::join(parts, ", "));
}

std::string percent_text(const Sample& accuracy) {
  return accuracy.std ? fmt::format("{:.2f} ± {:.2f}", accuracy.mean, *accuracy.std)
                      : fmt::format("{:.2f}", accuracy.mean);
}

std::string points_text(double points) {
  const double rounded = std::round(points * 100) / 100;
  if (rounded == 0) return "0.00";
  return fmt::format("{}{:.2f}", rounded < 0 ? "−" : "+", std::abs(rounded));
}

std::string time_text(double seconds) {
  if (seconds < 0.0995) return fmt::format("{:.0f} ms", seconds * 1e3);
  if (seconds < 9.95) return fmt::format("{:.2f} s", seconds);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  if (seconds < 3597) return fmt::format("{:.1f} min", seconds / 60);
  return fmt::format("{:.2f} h", seconds / 3600);
}

std::string times_text(double factor) {
  return factor < 10 ? fmt::format("{:.2g}×", factor) : fmt::format("{}×", with_commas(std::llround(factor)));
}

}  // namespace sketchbench
