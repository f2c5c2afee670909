# Every library comes from the system: a CMake package where the library ships one, pkg-config where not,
# and header plus library by name for LIBLINEAR and LIBSVM, which ship neither.
find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
add_library(sketchbench_eigen INTERFACE)
target_link_libraries(sketchbench_eigen INTERFACE Eigen3::Eigen)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 takes the deliberately undefined operand inside its own AVX-512 intrinsics for a mistake (GCC bug 105593).
  target_compile_options(sketchbench_eigen INTERFACE -Wno-maybe-uninitialized -Wno-uninitialized)
endif()
find_package(spectra 1.0 REQUIRED)
find_package(nlohmann_json 3.9 REQUIRED)
find_package(Boost REQUIRED)
find_package(fmt REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(FFTW3F REQUIRED IMPORTED_TARGET fftw3f)
pkg_check_modules(NETTLE REQUIRED IMPORTED_TARGET nettle)

find_path(RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED)
add_library(sketchbench_random123 INTERFACE)
target_include_directories(sketchbench_random123 SYSTEM INTERFACE ${RANDOM123_INCLUDE_DIR})

find_path(LIBLINEAR_INCLUDE_DIR linear.h PATH_SUFFIXES liblinear REQUIRED)
find_library(LIBLINEAR_LIBRARY linear REQUIRED)
add_library(sketchbench_liblinear INTERFACE)
target_include_directories(sketchbench_liblinear SYSTEM INTERFACE ${LIBLINEAR_INCLUDE_DIR})
target_link_libraries(sketchbench_liblinear INTERFACE ${LIBLINEAR_LIBRARY})

find_path(LIBSVM_INCLUDE_DIR svm.h PATH_SUFFIXES libsvm REQUIRED)
find_library(LIBSVM_LIBRARY svm REQUIRED)
add_library(sketchbench_libsvm INTERFACE)
target_include_directories(sketchbench_libsvm SYSTEM INTERFACE ${LIBSVM_INCLUDE_DIR})
target_link_libraries(sketchbench_libsvm INTERFACE ${LIBSVM_LIBRARY})

# What only the program needs: the library reads no archives and knows no network.
if(SKETCHBENCH_PROGRAM)
  find_package(CLI11 REQUIRED)
  find_package(CURL REQUIRED)
  find_package(BZip2 REQUIRED)
  find_package(LibArchive REQUIRED)
  find_package(LibLZMA REQUIRED)
  find_package(SQLite3 REQUIRED)
  find_package(ZLIB REQUIRED)
endif()
