# cmake -DDOCUMENT=README.md -DSNIPPET=driver.cpp -DMAX_LINES=40 -DOUTPUT=driver.cpp -P extract_snippet.cmake
#
# Works on the text as one string: a CMake list would break at the semicolons and brackets of the code.
function(fail message)
  message(FATAL_ERROR "${DOCUMENT}, snippet ${SNIPPET}: ${message}")
endfunction()

file(READ "${DOCUMENT}" text)

set(marker "<!-- snippet: ${SNIPPET} -->\n")
string(FIND "${text}" "${marker}" start)
if(start EQUAL -1)
  fail("there is no line '<!-- snippet: ${SNIPPET} -->'")
endif()
string(LENGTH "${marker}" length)
math(EXPR start "${start} + ${length}")
string(SUBSTRING "${text}" ${start} -1 text)

cmake_path(GET SNIPPET EXTENSION LAST_ONLY extension)
string(SUBSTRING "${extension}" 1 -1 language)
set(fence "```${language}\n")
string(FIND "${text}" "${fence}" start)
if(NOT start EQUAL 0)
  fail("the marker must be followed by a line '```${language}'")
endif()
string(LENGTH "${fence}" length)
string(SUBSTRING "${text}" ${length} -1 text)
string(FIND "${text}" "\n```" end)
if(end EQUAL -1)
  fail("the block is not closed")
endif()
string(SUBSTRING "${text}" 0 ${end} code)

string(REGEX REPLACE "[^\n]" "" newlines "${code}")
string(LENGTH "${newlines}" lines)
math(EXPR lines "${lines} + 1")
if(lines GREATER MAX_LINES)
  fail("${lines} lines, at most ${MAX_LINES} are allowed")
endif()

file(WRITE "${OUTPUT}" "${code}\n")
