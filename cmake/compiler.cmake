# Warnings are errors. sketchbench_library(NAME SOURCES ... [PUBLIC ...] [PRIVATE ...] [LIGHT|MOSTLY_LIGHT]) makes one
# library of one folder.
add_library(sketchbench_options INTERFACE)
target_compile_options(sketchbench_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Werror
  -Wno-missing-field-initializers  # a designated initialiser leaves the other members at their defaults, as meant
  -Wno-psabi)  # vectors of 64 bytes on a processor without such registers: everything here is built for the same one
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlapping copies in "literal" + std::string that cannot happen (GCC bug 105651).
  target_compile_options(sketchbench_options INTERFACE -Wno-restrict)
  if(SKETCHBENCH_PRECOMPILED)
    # The same holds for bounds in strings, once the standard library comes from a precompiled header and is no
    # longer seen as the system's.
    target_compile_options(sketchbench_options INTERFACE -Wno-array-bounds -Wno-stringop-overflow
                           -Wno-stringop-overread)
  endif()
endif()
if(SKETCHBENCH_NATIVE)
  target_compile_options(sketchbench_options INTERFACE -march=native)
endif()
# The build type of the sanitizer presets: assertions stay in, and little is optimised, because optimising what a
# sanitizer has added takes longer than the tests save.
set(CMAKE_CXX_FLAGS_SANITIZE "-O1 -g1")
if(SKETCHBENCH_SANITIZE)
  target_compile_options(sketchbench_options INTERFACE
    -fsanitize=${SKETCHBENCH_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_compile_definitions(sketchbench_options INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(sketchbench_options INTERFACE -fsanitize=${SKETCHBENCH_SANITIZE})
endif()
if(SKETCHBENCH_FUZZ)
  target_compile_options(sketchbench_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# What only plans, starts processes, formats and prints is light, as are tests: at -O3 it would take most of a build.
# Nothing that computes may be light; a library that is mostly so names its light sources. Clang with sanitizers takes
# half as long where it does not optimise at all.
if(CMAKE_BUILD_TYPE STREQUAL "Sanitize" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(SKETCHBENCH_UNOPTIMISED ON)
endif()
function(sketchbench_light target)
  set_target_properties(${target} PROPERTIES SKETCHBENCH_LIGHT ON)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE -O1)
  elseif(SKETCHBENCH_UNOPTIMISED)
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()

# But for tests that go through millions of values. Precompiled headers are of the others' optimisation.
function(sketchbench_optimised_tests)
  if(SKETCHBENCH_UNOPTIMISED)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS -O1)
  endif()
endfunction()

# As sketchbench_light, for some files of a library that computes in others.
function(sketchbench_light_sources)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS -O1)
  endif()
endfunction()

function(sketchbench_library name)
  cmake_parse_arguments(arg "LIGHT;MOSTLY_LIGHT" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(sketchbench_${name} STATIC ${arg_SOURCES})
  add_library(sketchbench::${name} ALIAS sketchbench_${name})
  target_include_directories(sketchbench_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  target_link_libraries(sketchbench_${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE} sketchbench_options)
  if(arg_LIGHT OR (arg_MOSTLY_LIGHT AND SKETCHBENCH_UNOPTIMISED))
    sketchbench_light(sketchbench_${name})
  endif()
  sketchbench_use_precompiled(sketchbench_${name} sketchbench_headers)
endfunction()
