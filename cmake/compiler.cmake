add_library(sketchbench_options INTERFACE)
target_compile_options(sketchbench_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
  -Wno-missing-field-initializers  # a designated initialiser leaves the other members at their defaults, as meant
  -Wno-psabi)  # vectors of 64 bytes on a processor without such registers: everything here is built for the same one
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlapping copies in "literal" + std::string that cannot happen (GCC bug 105651).
  target_compile_options(sketchbench_options INTERFACE -Wno-restrict)
  if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    # The same holds for bounds in strings, once the standard library comes from a precompiled header and is no
    # longer seen as the system's.
    target_compile_options(sketchbench_options INTERFACE -Wno-array-bounds -Wno-stringop-overflow
                           -Wno-stringop-overread)
  endif()
endif()
if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC collects garbage whenever 128 MiB have been added, and each time walks through the precompiled headers too: a
  # seventh of the time of a large file. Only after 1 GiB, then; the largest takes a fifth more memory.
  target_compile_options(sketchbench_options INTERFACE --param=ggc-min-heapsize=1048576)
endif()
if(SKETCHBENCH_WERROR)
  target_compile_options(sketchbench_options INTERFACE -Werror)
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
# Nothing that computes may be light. Clang with sanitizers takes half as long
# where it does not optimise at all.
if(CMAKE_BUILD_TYPE STREQUAL "Sanitize" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(SKETCHBENCH_UNOPTIMISED ON)
endif()
function(sketchbench_low_opt target)
  set_target_properties(${target} PROPERTIES SKETCHBENCH_LOW_OPT ON)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE -O1)
  elseif(SKETCHBENCH_UNOPTIMISED)
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()

# Tests of what does not compute: what takes time in them is in the libraries and in the programs that they start.
function(sketchbench_unoptimised target)
  sketchbench_low_opt(${target})
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()

# Several files of a target are compiled as one, so that templates that all of them use are instantiated once. Not for
# loops over rows: what the compiler sees of other files would decide how sums are rounded.
# Only targets that ask for it.
set(SKETCHBENCH_UNITY OFF)
if(CMAKE_UNITY_BUILD)
  set(SKETCHBENCH_UNITY ON)
  set(CMAKE_UNITY_BUILD OFF)
endif()
# ACROSS_FOLDERS: also those of different folders, where no names collide.
function(sketchbench_unity target)
  cmake_parse_arguments(arg "ACROSS_FOLDERS" "" "" ${ARGN})
  set(most_files 12)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${SKETCHBENCH_UNITY} UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(folders)
  foreach(source IN LISTS sources)
    get_filename_component(folder ${source} DIRECTORY)
    if(arg_ACROSS_FOLDERS)
      set(folder "")
    endif()
    string(MAKE_C_IDENTIFIER "files_${folder}" files)
    list(APPEND folders ${files})
    list(APPEND ${files} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(files IN LISTS folders)  # those of a folder, in groups of one size, in the order given
    list(LENGTH ${files} count)
    math(EXPR groups "(${count} + ${most_files} - 1) / ${most_files}")
    set(place 0)
    foreach(source IN LISTS ${files})
      math(EXPR group "${place} * ${groups} / ${count}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${files}_${group})
      math(EXPR place "${place} + 1")
    endforeach()
  endforeach()
endfunction()
# Files that have a name in common with another one of theirs.
function(sketchbench_not_unity)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# But for those that go through millions of values. Precompiled headers are of the others' optimisation.
function(sketchbench_optimised_tests)
  if(SKETCHBENCH_UNOPTIMISED OR CMAKE_BUILD_TYPE STREQUAL "Release")
    set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS -O1)
  endif()
endfunction()
