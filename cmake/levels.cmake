# What computes in the library (loops over rows and matrices) is compiled once for each of some instruction sets, and the
# loader of shared libraries takes the best that the processor has (glibc-hwcaps, ld.so(8)). For development,
# SKETCHBENCH_NATIVE, there is one of them, this machine's, in static libraries.
if(SKETCHBENCH_NATIVE)
  set(SKETCHBENCH_LEVELS native)
  target_compile_options(sketchbench_options INTERFACE -march=native)
else()
  set(SKETCHBENCH_LEVELS baseline)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    list(APPEND SKETCHBENCH_LEVELS avx2 avx512)
    set(SKETCHBENCH_FLAGS_avx2 -march=x86-64-v3)
    set(SKETCHBENCH_FLAGS_avx512 -march=x86-64-v4)
    set(SKETCHBENCH_SUFFIX_avx2 _avx2)
    set(SKETCHBENCH_SUFFIX_avx512 _avx512)
    set(SKETCHBENCH_FOLDER_avx2 glibc-hwcaps/x86-64-v3)
    set(SKETCHBENCH_FOLDER_avx512 glibc-hwcaps/x86-64-v4)
  endif()
  # One set of precompiled headers serves the shared library and programs.
  target_compile_options(sketchbench_options INTERFACE -fPIC $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)
  # What Eigen allocates passes between the program and a library of another level.
  target_compile_definitions(sketchbench_eigen INTERFACE EIGEN_MAX_ALIGN_BYTES=64)
endif()

# Tests of vectors and loops that exist in one instruction set alone link the static parts of the best that runs here.
set(SKETCHBENCH_TEST_LEVEL)
execute_process(COMMAND /lib64/ld-linux-x86-64.so.2 --help OUTPUT_VARIABLE loader ERROR_QUIET RESULT_VARIABLE ignored)
foreach(level IN LISTS SKETCHBENCH_LEVELS)
  string(REPLACE "glibc-hwcaps/" "" processor "${SKETCHBENCH_FOLDER_${level}}")
  if(processor STREQUAL "" OR loader MATCHES "${processor} \\(supported")
    set(SKETCHBENCH_TEST_LEVEL ${level})
  endif()
endforeach()

# sketchbench_library(NAME SOURCES ... [ONCE ...] [PUBLIC ...] [PRIVATE ...] [LEVELS] [INSTALLED] [LIGHT] [JOINED] [MATRICES])
# makes one library of one folder, sketchbench::NAME. LEVELS: it is part of the library; its SOURCES, which have the loops over
# rows and matrices, are compiled for each instruction set, and ONCE those files that plan, check, name, read JSON or
# serialise, joined. INSTALLED: a shared library of its own beside that. MATRICES: its SOURCES multiply matrices of Eigen.
function(sketchbench_library name)
  cmake_parse_arguments(arg "LEVELS;INSTALLED;LIGHT;JOINED;MATRICES" "" "SOURCES;ONCE;PUBLIC;PRIVATE" ${ARGN})
  set(levels program)
  set(kind STATIC)
  if(arg_INSTALLED AND NOT SKETCHBENCH_NATIVE)
    set(kind SHARED)
  endif()
  set(once)
  if(arg_LEVELS)
    set(levels ${SKETCHBENCH_LEVELS})
    set_property(GLOBAL APPEND PROPERTY SKETCHBENCH_PARTS ${name})
    set_property(GLOBAL APPEND PROPERTY SKETCHBENCH_PART_LIBRARIES ${arg_PUBLIC} ${arg_PRIVATE})
    add_library(sketchbench_${name}_once OBJECT ${arg_ONCE})
    sketchbench_part_of_library(sketchbench_${name}_once "" "${arg_PUBLIC}" "${arg_PRIVATE}")
    sketchbench_light(sketchbench_${name}_once)
    sketchbench_joined(sketchbench_${name}_once)
    sketchbench_use_precompiled(sketchbench_${name}_once)
    set(once $<TARGET_OBJECTS:sketchbench_${name}_once>)
  endif()
  foreach(level IN LISTS levels)
    set(suffix ${SKETCHBENCH_SUFFIX_${level}})
    set(target sketchbench_${name}${suffix})
    add_library(${target} ${kind} ${arg_SOURCES} ${once})
    target_compile_options(${target} PRIVATE ${SKETCHBENCH_FLAGS_${level}})
    if(arg_LEVELS)
      sketchbench_part_of_library(${target} "${suffix}" "${arg_PUBLIC}" "${arg_PRIVATE}")
    else()
      target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                                                  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
      target_link_libraries(${target} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE} sketchbench_options)
    endif()
    if(arg_LIGHT)
      sketchbench_light(${target})
    endif()
    if(arg_JOINED)
      sketchbench_joined(${target})
    endif()
    set(matrices)
    if(arg_MATRICES)
      set(matrices MATRICES)
    endif()
    sketchbench_use_precompiled(${target} ${matrices} SUFFIX ${suffix})
  endforeach()
  if(SKETCHBENCH_NATIVE OR NOT arg_LEVELS)
    add_library(sketchbench::${name} ALIAS sketchbench_${name})
  endif()
endfunction()

# What a target of the library includes and links: parts of one level go with each other.
function(sketchbench_part_of_library target suffix public private)
  list(TRANSFORM public REPLACE "^sketchbench::(.*)" "sketchbench_\\1${suffix}")
  list(TRANSFORM private REPLACE "^sketchbench::(.*)" "sketchbench_\\1${suffix}")
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                                              $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  target_link_libraries(${target} PUBLIC ${public} PRIVATE ${private} sketchbench_options)
endfunction()

# Once all parts are there: one shared library of them for each level, under one name, so that what is linked with the
# baseline's runs with any. All parts' names stand for it.
function(sketchbench_finish_library)
  if(SKETCHBENCH_NATIVE)
    return()
  endif()
  get_property(parts GLOBAL PROPERTY SKETCHBENCH_PARTS)
  get_property(libraries GLOBAL PROPERTY SKETCHBENCH_PART_LIBRARIES)
  list(FILTER libraries EXCLUDE REGEX "^sketchbench::")
  list(REMOVE_DUPLICATES libraries)
  foreach(level IN LISTS SKETCHBENCH_LEVELS)
    set(suffix ${SKETCHBENCH_SUFFIX_${level}})
    set(target sketchbench_shared${suffix})
    list(TRANSFORM parts REPLACE "(.+)" "$<TARGET_OBJECTS:sketchbench_\\1${suffix}>" OUTPUT_VARIABLE objects)
    # Those that are compiled once come last: of an inline function that both have, the linker takes the level's.
    list(TRANSFORM parts REPLACE "(.+)" "$<TARGET_OBJECTS:sketchbench_\\1_once>" OUTPUT_VARIABLE once)
    add_library(${target} SHARED ${objects} ${once})
    target_link_libraries(${target} PRIVATE ${libraries} sketchbench_revision)
    # Inline functions of this level are called from this level alone: the program has others of the same names.
    target_link_options(${target} PRIVATE LINKER:-Bsymbolic-functions)
    set_target_properties(${target} PROPERTIES
      OUTPUT_NAME sketchbench VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/${SKETCHBENCH_FOLDER_${level}})
    if(suffix)
      add_dependencies(sketchbench_shared ${target})
    endif()
  endforeach()
  target_include_directories(sketchbench_shared PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                                                       $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  # fmt is none of the headers that are installed.
  target_link_libraries(sketchbench_shared PUBLIC nlohmann_json::nlohmann_json Threads::Threads Eigen3::Eigen
                                                  $<BUILD_INTERFACE:fmt::fmt> $<BUILD_INTERFACE:sketchbench_eigen>)
  target_compile_definitions(sketchbench_shared INTERFACE EIGEN_MAX_ALIGN_BYTES=64)
  # Eigen's loops have another shape for each instruction set: the program's own products are made of the baseline's,
  # whatever library is loaded.
  add_library(sketchbench_own_products OBJECT ${PROJECT_SOURCE_DIR}/src/kernels/eigen_products.cpp)
  target_include_directories(sketchbench_own_products PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(sketchbench_own_products PRIVATE sketchbench_eigen sketchbench_options)
  target_link_libraries(sketchbench_shared INTERFACE $<BUILD_INTERFACE:$<TARGET_OBJECTS:sketchbench_own_products>>)
  foreach(part IN LISTS parts ITEMS revision)
    add_library(sketchbench::${part} ALIAS sketchbench_shared)
  endforeach()
endfunction()
