# Two Debian packages, the program with its libraries and what one compiles with: `cpack` in a build folder that was configured
# with -DCMAKE_INSTALL_PREFIX=/usr, as the preset "release" has it (scripts/package).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The sketchbench authors <sketchbench@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME sketchbench)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "Random feature maps for kernel methods: program and libraries
 Measures random feature maps on real data sets, trains models with them, and
 reproduces the tables and figures of three papers.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS gnuplot-nox)

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libsketchbench-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Random feature maps for kernel methods: headers
 Headers, CMake package and pkg-config files of the sketchbench libraries.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "sketchbench (= ${PROJECT_VERSION}), libeigen3-dev, nlohmann-json3-dev")
include(CPack)
