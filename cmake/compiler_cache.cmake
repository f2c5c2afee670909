# ccache, where it is installed, keeps what was compiled for the next tree, also for one in another folder: no path of this
# one gets into what is compiled. A launcher that was chosen otherwise (CMAKE_CXX_COMPILER_LAUNCHER) stays.
target_compile_options(sketchbench_options INTERFACE -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
find_program(SKETCHBENCH_CCACHE ccache)
if(SKETCHBENCH_CCACHE AND PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  # Precompiled headers are known by what is in them, and by no macro that a file defines before it includes them.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=true
      CCACHE_SLOPPINESS=pch_defines,time_macros ${SKETCHBENCH_CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(sketchbench_options INTERFACE -fpch-preprocess)
  else()
    # Clang's precompiled headers name the files that they were made of, which must exist where they are used.
    set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
  endif()
endif()
