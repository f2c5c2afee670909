#pragma once
#include <functional>

namespace sketchbench::bench {

/// Bytes that the process's resident memory rises by, at most, while `work` runs. From the kernel's own mark
/// of the highest value, in whole pages: good for megabytes. Throws Error where /proc does not offer it.
double peak_growth(const std::function<void()>& work);

}  // namespace sketchbench::bench
