#include "harness/environment.hpp"

#include <archive.h>
#include <curl/curl.h>
#include <fftw3.h>
#include <fmt/format.h>
#include <openssl/crypto.h>
#include <sched.h>

#include <Eigen/Core>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "learners/learner.hpp"

namespace sketchbench {
namespace {

/// The value behind "key" in a file of "key: value" lines; empty when it has none.
std::string value_in(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    const auto start = line.find_first_not_of(" \t:", key.size());
    return start == std::string::npos ? "" : line.substr(start);
  }
  return "";
}

double kilobytes_in(const char* file, const std::string& key) {
  return 1024.0 * std::strtod(value_in(file, key).c_str(), nullptr);  // 0 where there is no number
}

}  // namespace

Json environment_facts() {
  const std::string cpu = value_in("/proc/cpuinfo", "model name");
  return {{"host",
           {{"cpu", cpu.empty() ? "unknown" : cpu},
            {"cores", usable_cores()},
            {"memory_bytes", kilobytes_in("/proc/meminfo", "MemTotal")}}},
          {"program", SKETCHBENCH_VERSION},
          {"compiler", SKETCHBENCH_COMPILER},
          {"flags", SKETCHBENCH_FLAGS},
          {"libraries",
           {{"liblinear", liblinear_version_text()},
            {"libsvm", libsvm_version_text()},
            {"fftw", std::string(fftwf_version)},
            {"eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
            {"nlohmann_json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR,
                                          NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)},
            {"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
            {"libcurl", curl_version_info(CURLVERSION_NOW)->version},
            {"libarchive", archive_version_string()},
            {"openssl", OpenSSL_version(OPENSSL_VERSION)}}}};
}

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

}  // namespace sketchbench
