# Makes page_parts.cpp of the files of page/: cmake -DPAGE=<folder> -DPROGRAM=<files> -DSTYLE=<files> -DOUTPUT=<file> -P.
# Lists come with | between their files.
cmake_policy(VERSION 3.25)

function(concatenate files result)
  string(REPLACE "|" ";" files "${files}")
  set(all "")
  foreach(file IN LISTS files)
    file(READ "${PAGE}/${file}" text)
    string(APPEND all "${text}\n")
  endforeach()
  set(${result} "${all}" PARENT_SCOPE)
endfunction()

concatenate("${STYLE}" style)
concatenate("${PROGRAM}" program)
concatenate("three_licence.txt" licence)
concatenate("page.html" page)
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@LICENCE@" "${licence}" page "${page}")
string(REPLACE "@PROGRAM@" "${program}" page "${page}")
string(FIND "${page}" "@DATA@" middle)
string(LENGTH "@DATA@" length)
math(EXPR after "${middle} + ${length}")
string(SUBSTRING "${page}" 0 ${middle} head)
string(SUBSTRING "${page}" ${after} -1 tail)

file(WRITE "${OUTPUT}" "// Made by embed.cmake; do not edit.
#include \"view/page_parts.hpp\"

namespace nsds::io::view::page_parts {

const std::string_view head = R\"nsds_page(${head})nsds_page\";
const std::string_view tail = R\"nsds_page(${tail})nsds_page\";
const std::string_view threeLicence = R\"nsds_page(${licence})nsds_page\";

}  // namespace nsds::io::view::page_parts
")
