#include "bench/memory.hpp"

#include <malloc.h>

#include <algorithm>
#include <fstream>
#include <string>

#include <sketchbench/core/error.hpp>

namespace sketchbench::bench {
namespace {

double status_bytes(const std::string& key) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(key)) return 1024 * std::stod(line.substr(key.size()));
  throw Error("/proc/self/status has no " + key);
}

}  // namespace

double peak_growth(const std::function<void()>& work) {
  malloc_trim(0);  // what earlier work gave back would hide what this takes
  std::ofstream marks("/proc/self/clear_refs");
  if (!(marks << 5 << std::flush)) throw Error("/proc/self/clear_refs cannot be written");
  const double before = status_bytes("VmRSS:");
  work();
  return std::max(0.0, status_bytes("VmHWM:") - before);
}

}  // namespace sketchbench::bench
