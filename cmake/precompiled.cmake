# The headers that nearly every file includes are parsed once for the program and once for the tests: that is more than
# half of what a clean build costs. Every file still includes what it uses and compiles without this.

# sketchbench_precompiled(NAME HEADERS... LIBRARIES ... [LEVEL LEVEL]): a target whose precompiled headers others may reuse.
function(sketchbench_precompiled name)
  cmake_parse_arguments(arg "" "LEVEL" "HEADERS;LIBRARIES" ${ARGN})
  set(source ${PROJECT_BINARY_DIR}/${name}.cpp)
  file(GENERATE OUTPUT ${source} CONTENT "// Precompiled headers belong to a target, and a target needs a source.\n")
  add_library(${name} STATIC ${source})
  target_link_libraries(${name} PUBLIC ${arg_LIBRARIES} PRIVATE sketchbench_options)
  target_compile_options(${name} PRIVATE ${SKETCHBENCH_FLAGS_${arg_LEVEL}})
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

# sketchbench_use_precompiled(TARGET [TEST] [MATRICES] [SUFFIX SUFFIX]): lets a target use them. It must be compiled with the
# same definitions and code generation: those of its level (levels.cmake), and for Clang that includes whether it optimises.
function(sketchbench_use_precompiled target)
  cmake_parse_arguments(arg "TEST;MATRICES" "SUFFIX" "" ${ARGN})
  if(CMAKE_DISABLE_PRECOMPILE_HEADERS)
    return()
  endif()
  get_target_property(light ${target} SKETCHBENCH_LOW_OPT)
  set(from sketchbench)
  if(light AND SKETCHBENCH_UNOPTIMISED AND NOT arg_TEST)  # headers of tests are light themselves
    string(APPEND from _low_opt)
  endif()
  if(arg_MATRICES)
    string(APPEND from _matrix)
  endif()
  if(arg_TEST)
    string(APPEND from _test)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${from}_headers${arg_SUFFIX})
endfunction()

if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
  set(everywhere <algorithm> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <optional> <span> <string>
                 <string_view> <tuple> <utility> <vector> <fmt/format.h> <fmt/ranges.h> <nlohmann/json.hpp>)
  set(matrices <Eigen/Core> <Eigen/Cholesky> ${PROJECT_SOURCE_DIR}/src/sketchbench/numerics/eigen_products.hpp)
  set(of_tests <gmock/gmock.h> <gtest/gtest.h>)
  set(libraries nlohmann_json::nlohmann_json fmt::fmt Threads::Threads)
  foreach(level IN LISTS SKETCHBENCH_LEVELS)
    set(suffix ${SKETCHBENCH_SUFFIX_${level}})
    sketchbench_precompiled(sketchbench_headers${suffix} HEADERS ${everywhere} LIBRARIES ${libraries} LEVEL ${level})
    sketchbench_precompiled(sketchbench_matrix_headers${suffix} HEADERS ${everywhere} ${matrices}
      LIBRARIES ${libraries} sketchbench_eigen LEVEL ${level})
  endforeach()
  if(SKETCHBENCH_UNOPTIMISED)
    sketchbench_precompiled(sketchbench_low_opt_headers HEADERS ${everywhere} LIBRARIES ${libraries})
    sketchbench_precompiled(sketchbench_low_opt_matrix_headers HEADERS ${everywhere} ${matrices}
      LIBRARIES ${libraries} sketchbench_eigen)
    sketchbench_low_opt(sketchbench_low_opt_headers)
    sketchbench_low_opt(sketchbench_low_opt_matrix_headers)
  endif()
  if(BUILD_TESTING)
    list(APPEND libraries GTest::gtest GTest::gmock)
    sketchbench_precompiled(sketchbench_test_headers HEADERS ${everywhere} ${of_tests} LIBRARIES ${libraries})
    sketchbench_precompiled(sketchbench_matrix_test_headers HEADERS ${everywhere} ${matrices} ${of_tests}
      LIBRARIES ${libraries} sketchbench_eigen)
    sketchbench_unoptimised(sketchbench_test_headers)
    if(SKETCHBENCH_UNOPTIMISED)
      sketchbench_low_opt(sketchbench_matrix_test_headers)
    endif()
  endif()
endif()
