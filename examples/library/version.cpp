// What a program can ask of the headers that it is compiled with.
#include <sketchbench/version.hpp>

#include <string_view>

static_assert(SKETCHBENCH_VERSION_NUMBER >= 200, "sketchbench 0.2.0 or later");
static_assert(std::string_view(SKETCHBENCH_VERSION_TEXT) == FOUND_VERSION,
              "the headers are of another version");
