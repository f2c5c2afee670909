# Run at build time: writes a source file that defines each variable of a header as the text of some files.
#   cmake -DOUTPUT=FILE.cpp -DHEADER=sketchbench/report/page/page_template.hpp "-DNAMES=a|b" -Da=FILE "-Db=FILE|FILE" -P embed_text.cmake
set(code "// Made from text files by cmake/embed_text.cmake; change those.\n#include <${HEADER}>\n\n")
# Compilers here take longer ones than the 65,536 characters that the standard asks of every compiler.
string(APPEND code "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n")
string(APPEND code "namespace sketchbench {\n\n")
string(REPLACE "|" ";" NAMES "${NAMES}")
foreach(name IN LISTS NAMES)
  string(REPLACE "|" ";" files "${${name}}")
  set(text "")
  foreach(file IN LISTS files)
    file(READ "${file}" one)
    string(APPEND text "${one}")
  endforeach()
  string(APPEND code "const std::string_view ${name} = R\"embedded(${text})embedded\";\n\n")
endforeach()
string(APPEND code "}  // namespace sketchbench\n")
file(WRITE "${OUTPUT}" "${code}")
