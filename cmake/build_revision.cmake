# Run at every build: writes a source file that says which git revision the folder SOURCE is of, and whether it has been
# changed since. It is written only where it would say something else, so that a build without news compiles nothing.
#   cmake -DSOURCE=FOLDER -DOUTPUT=FILE.cpp -P build_revision.cmake
# The revision is "unknown" where SOURCE is not the top of a repository (a tarball, be it within another project's
# repository) and where git does not answer. Results are what the program writes, not what it is made of: a run that
# changes them leaves the revision clean.

cmake_minimum_required(VERSION 3.25)

# A git hook's environment names a repository that need not be this one.
foreach(variable GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX)
  unset(ENV{${variable}})
endforeach()

set(commit unknown)
set(dirty false)
# The place of SOURCE within the repository, empty at its top, and the commit; a line each.
execute_process(COMMAND git -C "${SOURCE}" rev-parse --show-prefix HEAD
                RESULT_VARIABLE failed OUTPUT_VARIABLE answer ERROR_QUIET)
if(failed STREQUAL "0" AND answer MATCHES "^\n([0-9a-f]+)\n$")
  set(commit "${CMAKE_MATCH_1}")
  execute_process(COMMAND git -C "${SOURCE}" --no-optional-locks status --porcelain --untracked-files=no -- . ":(exclude)results"
                  RESULT_VARIABLE failed OUTPUT_VARIABLE changes ERROR_QUIET)
  if(NOT failed STREQUAL "0" OR NOT changes STREQUAL "")
    set(dirty true)
  endif()
endif()

set(code "// Made by cmake/build_revision.cmake at every build.\n#include <sketchbench/core/system/build_revision.hpp>\n\n")
string(APPEND code "namespace sketchbench {\n\n")
string(APPEND code "BuildRevision build_revision() { return {.commit = \"${commit}\", .dirty = ${dirty}}; }\n\n")
string(APPEND code "}  // namespace sketchbench\n")
set(written "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" written)
endif()
if(NOT written STREQUAL code)
  file(WRITE "${OUTPUT}" "${code}")
endif()
