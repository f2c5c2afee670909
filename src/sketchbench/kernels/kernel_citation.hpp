#pragma once
#include <string_view>

#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

/// Where the kernel's family stands as it is meant here: author, title, place.
std::string_view citation_of(const Kernel& kernel);

}  // namespace sketchbench
