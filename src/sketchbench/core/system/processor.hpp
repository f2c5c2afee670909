#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace sketchbench {

/// The widest vector instructions that the program's own code is compiled for, and so runs: "AVX-512",
/// "AVX2", "AVX", "SSE4.2", "SSE2", "SVE", "NEON", or "scalar". Libraries may choose others when they are
/// loaded.
std::string_view instruction_set();

/// "family 25, model 1, stepping 1": tells processors apart whose name in a virtual machine has no number.
/// Empty where the file (/proc/cpuinfo) does not say.
std::string processor_model(const char* file = "/proc/cpuinfo");

/// How the system sets the processors' frequency. A virtual machine seldom says.
struct FrequencyPolicy {
  std::string governor = "unknown";  ///< "performance"; "performance, powersave" where processors differ
  std::string boost = "unknown";     ///< beyond the nominal frequency: "on" or "off"
};
/// From a folder like the kernel's.
FrequencyPolicy frequency_policy(const std::filesystem::path& processors = "/sys/devices/system/cpu");

/// Processes that ran or wanted to, on average over the last minute; none where the system does not say.
std::optional<double> load_average();

}  // namespace sketchbench
