# Run at build time: writes a source file that defines each variable of a header as the text of some files.
#   cmake -DOUTPUT=FILE.cpp -DHEADER=sketchbench/report/page/page_template.hpp "-DNAMES=a|b" -Da=FILE "-Db=FILE|FILE" -P embed_text.cmake
set(code "// Made from text files by cmake/embed_text.cmake; change those.\n#include <${HEADER}>\n\n#include <string>\n\n")
string(APPEND code "namespace sketchbench {\n\n")
string(REPLACE "|" ";" NAMES "${NAMES}")
foreach(name IN LISTS NAMES)
  string(REPLACE "|" ";" files "${${name}}")
  # A literal for each file: compilers need not take one of more than 65,536 characters.
  string(APPEND code "static const std::string text_of_${name} = [] {\n  std::string text;\n")
  foreach(file IN LISTS files)
    file(READ "${file}" one)
    string(APPEND code "  text += R\"embedded(${one})embedded\";\n")
  endforeach()
  string(APPEND code "  return text;\n}();\nconst std::string_view ${name} = text_of_${name};\n\n")
endforeach()
string(APPEND code "}  // namespace sketchbench\n")
file(WRITE "${OUTPUT}" "${code}")
