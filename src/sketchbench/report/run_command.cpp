#include <sketchbench/report/run_command.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace sketchbench {
namespace {

std::string shell_word(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("-_./=,:+@%").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string in_one_line(std::vector<std::string> words) {
  for (std::string& word : words) word = shell_word(word);
  return fmt::format("{}", fmt::join(words, " "));
}

/// Everything that --only can ask for, but for the seed.
std::string command_for(const Config& config, const std::string& dataset, const Kernel& kernel,
                        const std::string& method, Index D) {
  std::vector<std::string> words;
  const auto only = [&](std::string filter) {
    words.emplace_back("--only");
    words.push_back(std::move(filter));
  };
  only("dataset=" + dataset);
  only("method=" + method);
  const bool of_one_family = std::ranges::all_of(
      config.kernels, [&](const Kernel& other) { return other.family() == kernel.family(); });
  if (!of_one_family) only(fmt::format("kernel={}", kernel.family()));
  for (const FieldInfo& parameter : kernel.parameters())
    only(fmt::format("{}={}", parameter.name, kernel.column(parameter.name)));
  if (D > 0) only(fmt::format("D={}", D));
  return run_command(config) + " " + in_one_line(std::move(words));
}

constexpr const char* other_results = "again";

bool names_results(const Config& config) {
  return !config.named_folders.empty() && config.named_folders.front() == "--results";
}

/// With its results in a folder where no record is yet.
Config elsewhere(Config config) {
  std::vector<std::string>& words = config.named_folders;
  if (names_results(config)) words.erase(words.begin(), words.begin() + 2);
  words.insert(words.begin(), {"--results", other_results});
  return config;
}

}  // namespace

std::string run_command(const Config& config) { return run_command(std::span(&config, 1)); }

std::string run_command(std::span<const Config> configs) {
  std::vector<std::string> words = {"sketchbench", "run"};
  for (const Config& config : configs) words.push_back(config.file.generic_string());
  if (configs.empty()) return in_one_line(std::move(words));
  const Config& first = configs.front();
  words.insert(words.end(), first.named_folders.begin(), first.named_folders.end());
  if (first.quick) words.emplace_back("--quick");
  return in_one_line(std::move(words));
}

std::string rerun_command(std::span<const Config> configs) {
  std::vector<Config> all;
  for (const Config& config : configs) all.push_back(elsewhere(config));
  return run_command(all);
}

std::string compare_command(const Config& config) {
  return in_one_line({"sketchbench", "compare", other_results,
                      names_results(config) ? config.named_folders.at(1) : "results"});
}

std::string rerun_command(const Config& config, const Cell& cell) {
  std::string command = command_for(elsewhere(config), cell.dataset.name, cell.kernel, cell.method, cell.D);
  if (cell.seed) command += fmt::format(" --only seed={}", *cell.seed);
  return command;
}

std::string run_command(const Config& config, const RunGroup& group) {
  return command_for(config, group.dataset.name, group.kernel, group.method, group.D);
}

}  // namespace sketchbench
