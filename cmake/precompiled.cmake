# The headers that nearly every file includes are parsed once for the program and once for the tests: that is more than
# half of what a clean build costs. Every file still includes what it uses and compiles without this.

# sketchbench_precompiled(NAME HEADERS... LIBRARIES ...): a target whose precompiled headers others may reuse.
function(sketchbench_precompiled name)
  cmake_parse_arguments(arg "" "" "HEADERS;LIBRARIES" ${ARGN})
  set(source ${PROJECT_BINARY_DIR}/${name}.cpp)
  file(GENERATE OUTPUT ${source} CONTENT "// Precompiled headers belong to a target, and a target needs a source.\n")
  add_library(${name} STATIC ${source})
  target_link_libraries(${name} PUBLIC ${arg_LIBRARIES} PRIVATE sketchbench_options)
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

# Lets a target use them. It must be compiled with the same definitions and code generation.
function(sketchbench_use_precompiled target from)
  if(SKETCHBENCH_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()

if(SKETCHBENCH_PRECOMPILED)
  set(everywhere <algorithm> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <optional> <span> <string>
                 <string_view> <tuple> <utility> <vector> <fmt/format.h> <fmt/ranges.h> <nlohmann/json.hpp>)
  sketchbench_precompiled(sketchbench_headers HEADERS ${everywhere}
    LIBRARIES nlohmann_json::nlohmann_json fmt::fmt Threads::Threads)
  if(BUILD_TESTING)
    sketchbench_precompiled(sketchbench_test_headers HEADERS ${everywhere} <gmock/gmock.h> <gtest/gtest.h>
      LIBRARIES nlohmann_json::nlohmann_json fmt::fmt Threads::Threads GTest::gtest GTest::gmock)
    sketchbench_unoptimised_with_sanitizers(sketchbench_test_headers)
  endif()
endif()
