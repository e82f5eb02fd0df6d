# nsds_extract_snippet(<markdown file> <snippet> <most lines> <output>)
# Writes the fenced block that follows the line `<!-- snippet: <snippet> -->`. A missing or too long one fails the build.
function(nsds_extract_snippet document snippet max_lines output)
  set(script "${PROJECT_SOURCE_DIR}/cmake/extract_snippet.cmake")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DDOCUMENT=${document}" "-DSNIPPET=${snippet}" "-DMAX_LINES=${max_lines}"
            "-DOUTPUT=${output}" -P "${script}"
    DEPENDS "${document}" "${script}"
    COMMENT "Extracting ${snippet} from ${document}"
    VERBATIM)
endfunction()

# nsds_add_snippet_test(<markdown file> <snippet> MAX_LINES <n> LIBRARIES <targets...>)
#
# Builds a snippet as a program (C99 or C++20 by its extension) and runs it as the ctest <document>.<snippet>, for example
# readme.driver.cpp.
function(nsds_add_snippet_test document snippet)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "MAX_LINES" "LIBRARIES")
  set(source "${CMAKE_CURRENT_BINARY_DIR}/snippets/${snippet}")
  nsds_extract_snippet("${document}" ${snippet} ${arg_MAX_LINES} "${source}")

  cmake_path(GET document STEM document_name)
  string(TOLOWER "${document_name}" document_name)
  cmake_path(GET snippet STEM name)
  set(target ${document_name}_${name})
  add_executable(${target} "${source}")
  target_link_libraries(${target} PRIVATE nsds_compile_options ${arg_LIBRARIES})
  add_test(NAME ${document_name}.${snippet} COMMAND ${target} WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  set_tests_properties(${document_name}.${snippet} PROPERTIES LABELS examples TIMEOUT 60)
endfunction()
