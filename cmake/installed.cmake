# What `cmake --install` puts in place beside the program: the library's headers, <sketchbench/...>, and what finds it, a
# CMake package and a pkg-config file.

# sketchbench_public_headers(HEADERS...): of the calling folder, for users of the library.
function(sketchbench_public_headers)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set_property(GLOBAL APPEND PROPERTY SKETCHBENCH_PUBLIC_HEADERS ${ARGN})
endfunction()

# The licence, by the name that Debian gives it in each package's folder, and what one writes maps of one's own by: in the
# folders that texts and examples know from the repository.
function(sketchbench_install_documents)
  set(documents ${CMAKE_INSTALL_DATADIR}/doc)
  install(FILES LICENSE DESTINATION ${documents}/sketchbench RENAME copyright COMPONENT runtime)
  install(FILES LICENSE DESTINATION ${documents}/libsketchbench-dev RENAME copyright COMPONENT development)
  install(FILES docs/guides/cluster.md docs/guides/external-maps.md docs/guides/other-tools.md
    DESTINATION ${documents}/sketchbench/docs/guides COMPONENT runtime)
  install(FILES docs/reference/model-file.md DESTINATION ${documents}/sketchbench/docs/reference COMPONENT runtime)
  install(FILES python/sketchbench_serve.py DESTINATION ${documents}/sketchbench/python COMPONENT runtime)
  install(DIRECTORY examples DESTINATION ${documents}/sketchbench COMPONENT runtime PATTERN __pycache__ EXCLUDE)
endfunction()

# The library where it is shared. What links static ones would have to find all that they need, FFTW and LIBLINEAR too;
# those are for builds that this project is a subdirectory of.
function(sketchbench_install_library)
  sketchbench_install_documents()
  if(NOT BUILD_SHARED_LIBS)
    install(CODE "message(STATUS \"sketchbench: the program alone is installed, since the library is static in this build; \
BUILD_SHARED_LIBS=ON, as the preset 'release' has it, installs the library too\")")
    return()
  endif()
  set(shared sketchbench_shared)
  if(SKETCHBENCH_PROGRAM)
    list(APPEND shared sketchbench_data)
    set_target_properties(sketchbench_data PROPERTIES
      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} EXPORT_NAME data
      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib INSTALL_RPATH "$ORIGIN")
  endif()
  set_target_properties(sketchbench_shared PROPERTIES EXPORT_NAME sketchbench)
  get_property(headers GLOBAL PROPERTY SKETCHBENCH_PUBLIC_HEADERS)
  target_sources(sketchbench_shared PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/include
                 FILES ${headers} ${PROJECT_BINARY_DIR}/include/sketchbench/version.hpp)
  install(TARGETS ${shared} EXPORT sketchbench-targets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development
    FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  foreach(level IN LISTS SKETCHBENCH_LEVELS)
    if(SKETCHBENCH_FOLDER_${level})
      install(TARGETS sketchbench_shared${SKETCHBENCH_SUFFIX_${level}}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/${SKETCHBENCH_FOLDER_${level}} COMPONENT runtime NAMELINK_SKIP)
    endif()
  endforeach()

  include(CMakePackageConfigHelpers)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/sketchbench)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/sketchbench-config.cmake.in
    ${PROJECT_BINARY_DIR}/sketchbench-config.cmake INSTALL_DESTINATION ${package})
  # Before 1.0 a minor version may change the interface.
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/sketchbench-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/sketchbench-config.cmake ${PROJECT_BINARY_DIR}/sketchbench-config-version.cmake
    DESTINATION ${package} COMPONENT development)
  install(EXPORT sketchbench-targets NAMESPACE sketchbench:: DESTINATION ${package} COMPONENT development)

  set(libraries sketchbench)
  if(SKETCHBENCH_PROGRAM)
    list(APPEND libraries sketchbench-data)
  endif()
  file(RELATIVE_PATH prefix_from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  foreach(library IN LISTS libraries)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/${library}.pc.in ${PROJECT_BINARY_DIR}/${library}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${library}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
  endforeach()
endfunction()

# The program with what it looks for in share/sketchbench, its manual pages and its completion.
function(sketchbench_install_program)
  file(RELATIVE_PATH libraries ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(sketchbench PROPERTIES INSTALL_RPATH "$ORIGIN/${libraries}")
  install(TARGETS sketchbench RUNTIME COMPONENT runtime)
  set(share ${CMAKE_INSTALL_DATADIR}/sketchbench)
  install(DIRECTORY datasets/ DESTINATION ${share}/datasets COMPONENT runtime
    FILES_MATCHING PATTERN "*.json" PATTERN cache EXCLUDE)
  # Those of papers are links into their folders, and stay so.
  install(DIRECTORY configs papers DESTINATION ${share} COMPONENT runtime FILES_MATCHING PATTERN "*.json")
  install(FILES web/build/charts.js DESTINATION ${share}/web/build COMPONENT runtime OPTIONAL)
  install(FILES results/bench/growth.json DESTINATION ${share}/results/bench COMPONENT runtime)
  install(FILES src/sketchbench/features/external/sketchbench_plugin.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sketchbench/features/external COMPONENT development)

  if(NOT BUILD_SHARED_LIBS)
    return()
  endif()
  # The program itself says what is in them.
  set(completion ${PROJECT_BINARY_DIR}/completion)
  set(made ${completion}/sketchbench ${completion}/_sketchbench ${completion}/sketchbench.fish)
  add_custom_command(OUTPUT ${made} DEPENDS sketchbench
    COMMAND ${CMAKE_COMMAND} -E make_directory ${completion}
    COMMAND sketchbench completion bash > ${completion}/sketchbench
    COMMAND sketchbench completion zsh > ${completion}/_sketchbench
    COMMAND sketchbench completion fish > ${completion}/sketchbench.fish VERBATIM)
  install(FILES ${completion}/sketchbench DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT runtime)
  install(FILES ${completion}/_sketchbench DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT runtime)
  install(FILES ${completion}/sketchbench.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT runtime)
  find_program(HELP2MAN help2man)
  if(HELP2MAN)
    set(manual ${PROJECT_BINARY_DIR}/man)
    add_custom_command(OUTPUT ${manual}/sketchbench.1 DEPENDS sketchbench ${PROJECT_SOURCE_DIR}/scripts/make-manual
      COMMAND ${PROJECT_SOURCE_DIR}/scripts/make-manual $<TARGET_FILE:sketchbench> ${manual} VERBATIM)
    list(APPEND made ${manual}/sketchbench.1)
    install(DIRECTORY ${manual}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT runtime FILES_MATCHING PATTERN "*.1")
  else()
    message(STATUS "help2man not found: no manual pages will be installed")
  endif()
  add_custom_target(sketchbench_documents ALL DEPENDS ${made})
endfunction()
