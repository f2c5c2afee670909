#include <sketchbench/harness/worker/environment.hpp>

#include <archive.h>
#include <curl/curl.h>
#include <fmt/format.h>
#include <openssl/crypto.h>
#include <sched.h>

#include <Eigen/Core>
#include <algorithm>
#include <string>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/build_revision.hpp>
#include <sketchbench/core/system/proc_file.hpp>
#include <sketchbench/core/system/processor.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/numerics/transforms/fft.hpp>

namespace sketchbench {
namespace {

Json host_facts() {
  const std::string cpu = proc_value("/proc/cpuinfo", "model name");
  const FrequencyPolicy frequency = frequency_policy();
  Json host = {{"cpu", cpu.empty() ? "unknown" : cpu},
               {"cores", usable_cores()},
               {"memory_bytes", proc_bytes("/proc/meminfo", "MemTotal").value_or(0)},
               {"governor", frequency.governor},
               {"boost", frequency.boost}};
  if (const std::string model = processor_model(); !model.empty()) host["cpu_model"] = model;
  if (const auto load = load_average()) host["load_average"] = *load;
  return host;
}

}  // namespace

Json environment_facts() {
  const BuildRevision revision = build_revision();
  Json facts = {
      {"host", host_facts()},
      {"program", SKETCHBENCH_VERSION},
      {"revision", revision.commit},
      {"instruction_set", instruction_set()},
      {"compiler", SKETCHBENCH_COMPILER},
      {"flags", SKETCHBENCH_FLAGS},
      {"libraries",
       {{"eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
        {"nlohmann_json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                      NLOHMANN_JSON_VERSION_PATCH)},
        {"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
        {"libcurl", curl_version_info(CURLVERSION_NOW)->version},
        {"libarchive", archive_version_string()},
        {"openssl", fmt::format("OpenSSL {}", OpenSSL_version(OPENSSL_VERSION_STRING))}}}};
  if (const std::string fft = fft_library(); !fft.empty()) facts["libraries"]["fftw"] = fft;
  if (revision.is_known()) facts["dirty"] = revision.dirty;
  for (const LearnerKind& kind : learner_kinds())
    if (kind.library != nullptr) {
      const Library library = kind.library();
      facts["libraries"][library.name] = library.version;
    }
  return facts;
}

std::string program_version() {
  const BuildRevision revision = build_revision();
  return fmt::format("{} (revision {}, {})", SKETCHBENCH_VERSION,
                     revision_text(revision.commit, revision.dirty), instruction_set());
}

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

}  // namespace sketchbench
