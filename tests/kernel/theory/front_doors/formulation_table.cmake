# cmake -DSOURCE=<the repository> -DPAGE=<where to write> -P formulation_table.cmake
# Makes the table of formulations of formulations.txt and of the tests that it names. A line without a test of what is known,
# without one of what is refused, or with one that is in no source, and a page in docs/ that is another, end the build.
cmake_minimum_required(VERSION 3.25)
set(lines_file "${SOURCE}/tests/kernel/theory/front_doors/formulations.txt")
set(committed "${SOURCE}/docs/first-order/formulations.md")

file(GLOB_RECURSE sources "${SOURCE}/tests/kernel/*_test.cpp")
set(known "")
foreach(source IN LISTS sources)
  file(STRINGS "${source}" found REGEX "^TEST(_P|_F)?\\(")
  foreach(line IN LISTS found)
    string(REGEX REPLACE "^TEST(_P|_F)?\\(([A-Za-z0-9]+), ([A-Za-z0-9]+)\\).*" "\\2.\\3" test "${line}")
    list(APPEND known "${test}")
  endforeach()
endforeach()

# In: "A.B, C.D". Out: the same as code; an error for what is empty or no test.
function(tests_of names line result)
  string(REPLACE ", " ";" names "${names}")
  if(names STREQUAL "")
    message(FATAL_ERROR "${lines_file}: a column of tests is empty in: ${line}")
  endif()
  set(text "")
  foreach(name IN LISTS names)
    if(NOT name IN_LIST known)
      message(FATAL_ERROR "${lines_file}: ${name} is no test of tests/kernel; the line is: ${line}")
    endif()
    list(APPEND text "`${name}`")
  endforeach()
  list(JOIN text "<br>" text)
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

set(page [[
# Formulations and their tests

The build makes this page of `tests/kernel/theory/front_doors/formulations.txt` and of the names of the tests. Each line is a formulation with its
header, the scheme that steps it, the tests of what is known of it (an exact solution, an order, or that it is equivalent to another),
and those of what it refuses. Pages: [first order](README.md).

| formulation | header in `nsds/` | scheme | what is known | what is refused |
|---|---|---|---|---|
]])
file(STRINGS "${lines_file}" lines ENCODING UTF-8)
foreach(line IN LISTS lines)
  if(line MATCHES "^#")
    continue()
  endif()
  string(REPLACE " | " ";" columns "${line}")
  list(LENGTH columns count)
  if(NOT count EQUAL 5)
    message(FATAL_ERROR "${lines_file}: five columns are needed, not ${count}, in: ${line}")
  endif()
  list(GET columns 0 formulation)
  list(GET columns 1 header)
  list(GET columns 2 scheme)
  list(GET columns 3 known_by)
  list(GET columns 4 refused_by)
  if(NOT EXISTS "${SOURCE}/kernel/include/nsds/${header}" AND NOT EXISTS "${SOURCE}/kernel/theory/include/nsds/${header}")
    message(FATAL_ERROR "${lines_file}: there is no header ${header}")
  endif()
  tests_of("${known_by}" "${line}" known_tests)
  tests_of("${refused_by}" "${line}" refusing_tests)
  string(APPEND page "| ${formulation} | `${header}` | ${scheme} | ${known_tests} | ${refusing_tests} |\n")
endforeach()
file(WRITE "${PAGE}" "${page}")
execute_process(COMMAND "${CMAKE_COMMAND}" -E compare_files "${PAGE}" "${committed}" RESULT_VARIABLE differs ERROR_QUIET)
if(differs)
  file(RENAME "${PAGE}" "${PAGE}.new")
  message(FATAL_ERROR "docs/first-order/formulations.md is out of date: cp ${PAGE}.new ${committed}")
endif()
