#include <sketchbench/core/system/processor.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <set>
#include <vector>

#include <sketchbench/core/system/proc_file.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

/// Empty where the file cannot be read.
std::string first_line(const fs::path& file) {
  std::string line;
  std::getline(std::ifstream(file), line);
  return line;
}

/// "cpu0", not "cpufreq".
bool is_processor(const std::string& name) {
  return name.size() > 3 && name.starts_with("cpu") && std::all_of(name.begin() + 3, name.end(), [](char c) {
           return std::isdigit(static_cast<unsigned char>(c)) != 0;
         });
}

/// Each once.
std::set<std::string> governors(const fs::path& processors) {
  std::set<std::string> found;
  std::error_code error;
  for (auto entry = fs::directory_iterator(processors, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    if (!is_processor(entry->path().filename().string())) continue;
    if (std::string governor = first_line(entry->path() / "cpufreq/scaling_governor"); !governor.empty())
      found.insert(std::move(governor));
  }
  return found;
}

}  // namespace

std::string_view instruction_set() {
#if defined(__AVX512F__)
  return "AVX-512";
#elif defined(__AVX2__)
  return "AVX2";
#elif defined(__AVX__)
  return "AVX";
#elif defined(__SSE4_2__)
  return "SSE4.2";
#elif defined(__SSE2__)
  return "SSE2";
#elif defined(__ARM_FEATURE_SVE)
  return "SVE";
#elif defined(__ARM_NEON)
  return "NEON";
#else
  return "scalar";
#endif
}

std::string processor_model(const char* file) {
  // The key "model" is the beginning of another one.
  constexpr std::array<std::pair<const char*, const char*>, 3> facts = {
      {{"family", "cpu family\t"}, {"model", "model\t"}, {"stepping", "stepping\t"}}};
  std::vector<std::string> parts;
  for (const auto& [name, key] : facts)
    if (const std::string value = proc_value(file, key); !value.empty())
      parts.push_back(fmt::format("{} {}", name, value));
  return fmt::format("{}", fmt::join(parts, ", "));
}

FrequencyPolicy frequency_policy(const fs::path& processors) {
  FrequencyPolicy policy;
  if (const auto found = governors(processors); !found.empty())
    policy.governor = fmt::format("{}", fmt::join(found, ", "));
  // Drivers have different files for it, one of them with the opposite meaning.
  struct Switch {
    const char *file, *on, *off;
  };
  for (const Switch& one : {Switch{"cpufreq/boost", "1", "0"}, Switch{"cpufreq/policy0/boost", "1", "0"},
                            Switch{"intel_pstate/no_turbo", "0", "1"}}) {
    const std::string state = first_line(processors / one.file);
    if (state == one.on || state == one.off) {
      policy.boost = state == one.on ? "on" : "off";
      break;
    }
  }
  return policy;
}

std::optional<double> load_average() {
  double load = 0;
  return ::getloadavg(&load, 1) == 1 ? std::optional(load) : std::nullopt;
}

}  // namespace sketchbench
