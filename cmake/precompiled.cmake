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

# Lets a target use them. It must be compiled with the same definitions and code generation: for Clang that includes
# whether it optimises.
function(sketchbench_use_precompiled target from)
  if(SKETCHBENCH_PRECOMPILED)
    get_target_property(light ${target} SKETCHBENCH_LIGHT)
    if(light AND SKETCHBENCH_UNOPTIMISED AND from STREQUAL sketchbench_headers)
      set(from sketchbench_light_headers)
    endif()
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()

if(SKETCHBENCH_PRECOMPILED)
  set(everywhere <algorithm> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <optional> <span> <string>
                 <string_view> <tuple> <utility> <vector> <fmt/format.h> <fmt/ranges.h> <nlohmann/json.hpp>)
  set(libraries nlohmann_json::nlohmann_json fmt::fmt Threads::Threads)
  sketchbench_precompiled(sketchbench_headers HEADERS ${everywhere} LIBRARIES ${libraries})
  if(BUILD_TESTING)
    sketchbench_precompiled(sketchbench_test_headers HEADERS ${everywhere} <gmock/gmock.h> <gtest/gtest.h>
      LIBRARIES ${libraries} GTest::gtest GTest::gmock)
  endif()
  if(SKETCHBENCH_UNOPTIMISED)
    sketchbench_precompiled(sketchbench_light_headers HEADERS ${everywhere} LIBRARIES ${libraries})
    sketchbench_light(sketchbench_light_headers)
    if(BUILD_TESTING)
      sketchbench_light(sketchbench_test_headers)
    endif()
  endif()
endif()
