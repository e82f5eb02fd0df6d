# nsds_add_snippet_test(<markdown file> <snippet> MAX_LINES <n> LIBRARIES <targets...>)
#
# Extracts the fenced block that follows the line `<!-- snippet: <snippet> -->`, builds it as a program (C99 or C++20 by
# its extension) and runs it as the ctest <document>.<snippet>, for example readme.driver.cpp. A missing or too long
# snippet fails the build.
function(nsds_add_snippet_test document snippet)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "MAX_LINES" "LIBRARIES")
  set(source "${CMAKE_CURRENT_BINARY_DIR}/snippets/${snippet}")
  set(script "${PROJECT_SOURCE_DIR}/cmake/extract_snippet.cmake")
  add_custom_command(
    OUTPUT "${source}"
    COMMAND ${CMAKE_COMMAND} "-DDOCUMENT=${document}" "-DSNIPPET=${snippet}" "-DMAX_LINES=${arg_MAX_LINES}"
            "-DOUTPUT=${source}" -P "${script}"
    DEPENDS "${document}" "${script}"
    COMMENT "Extracting ${snippet} from ${document}"
    VERBATIM)

  cmake_path(GET document STEM document_name)
  string(TOLOWER "${document_name}" document_name)
  cmake_path(GET snippet STEM name)
  set(target ${document_name}_${name})
  add_executable(${target} "${source}")
  target_link_libraries(${target} PRIVATE nsds_compile_options ${arg_LIBRARIES})
  add_test(NAME ${document_name}.${snippet} COMMAND ${target} WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  set_tests_properties(${document_name}.${snippet} PROPERTIES LABELS examples TIMEOUT 60)
endfunction()
