# How a test is added.
#
# nsds_add_test(<program> <sources...> LIBRARIES <targets...> [LABELS <labels...>] [TIMEOUT <seconds>])
#   Adds sources to the GoogleTest program of a room; the first call for a program makes it. ctest knows each suite as
#   <program>.<suite>, as to start a process takes longer than most tests do.
#   Labels: reference integrators physics solvers bad-input install examples, and slow, ranges and fuzz for what is not in the default
#   set. They, and the time that a suite may take, are those of the call that adds its source: a suite has one of each.
#
# nsds_add_data_test(the same)
#   Suites that read third-party files from $NSDS_TEST_DATA/data or /reference. They are always built, and registered only
#   where NSDS_TEST_DATA is set. They list their files by name in the source: a missing file then fails the test, and the
#   number of tests is known without the folder.
#
# nsds_register_test_programs(<file>)
#   Is called once, when all tests are added. Writes to the file which data tests were built and not registered: tests/run.sh
#   counts them.

set(NSDS_TEST_LABELS reference integrators physics solvers bad-input install examples slow ranges fuzz)

set(NSDS_TEST_DATA_DIR "${NSDS_TEST_DATA}")
if(NOT NSDS_TEST_DATA_DIR)
  set(NSDS_TEST_DATA_DIR "$ENV{NSDS_TEST_DATA}")
endif()
if(NSDS_TEST_DATA_DIR)
  cmake_path(ABSOLUTE_PATH NSDS_TEST_DATA_DIR NORMALIZE)
  foreach(folder IN ITEMS data reference)
    if(NOT IS_DIRECTORY "${NSDS_TEST_DATA_DIR}/${folder}")
      message(FATAL_ERROR "NSDS_TEST_DATA is ${NSDS_TEST_DATA_DIR}, which has no folder ${folder}/.")
    endif()
  endforeach()
endif()

# What a test of the kernel computes is short, and how long its compiler takes is not, so that the build of every day does not
# optimise it. Tests of numerics look at matrices themselves, by functions of Eigen whose copies in all objects of a program are one: with
# -O0 in one of them they would be fifty times slower. GCC 12 with -O1 takes empty matrices of Eigen for uninitialised.
set(NSDS_TEST_OPTIONS "$<$<AND:$<CONFIG:RelWithDebInfo>,$<COMPILE_LANG_AND_ID:CXX,GNU>>:-O0;-g0>")
set(NSDS_NUMERICS_TEST_OPTIONS
    "$<$<AND:$<CONFIG:RelWithDebInfo>,$<COMPILE_LANG_AND_ID:CXX,GNU>>:-O1;-g0;-Wno-maybe-uninitialized>")
# Instrumented, a unit of tests that is optimised takes two minutes.
if(NSDS_SANITIZE)
  set(NSDS_TEST_OPTIONS "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-O0;-g1>")
  set(NSDS_NUMERICS_TEST_OPTIONS "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-O1;-g1>")
endif()

# Parsing GoogleTest, Eigen and the kernel would be half of a test's compilation; all tests share a parsed copy, those
# that link the kernel one that has it.
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/test_headers.cpp" CONTENT "int main() {}\n")
set(headers <gtest/gtest.h> <Eigen/Dense> <algorithm> <random> <string> <vector>)
add_executable(nsds_test_headers "${PROJECT_BINARY_DIR}/test_headers.cpp")
target_link_libraries(nsds_test_headers PRIVATE nsds_compile_options GTest::gtest_main nsds_eigen)
target_compile_options(nsds_test_headers PRIVATE ${NSDS_NUMERICS_TEST_OPTIONS})
target_precompile_headers(nsds_test_headers PRIVATE ${headers})
add_executable(nsds_kernel_test_headers "${PROJECT_BINARY_DIR}/test_headers.cpp")
target_link_libraries(nsds_kernel_test_headers PRIVATE nsds_compile_options GTest::gtest_main nsds::kernel)
target_compile_options(nsds_kernel_test_headers PRIVATE ${NSDS_TEST_OPTIONS})
target_precompile_headers(nsds_kernel_test_headers PRIVATE ${headers} <nsds/kernel.hpp>)

function(nsds_add_test program)
  nsds_add_suites(${program} default ${ARGN})
endfunction()

function(nsds_add_data_test program)
  nsds_add_suites(${program} data ${ARGN})
endfunction()

# nsds_add_suites(<program> default|data <sources...> LIBRARIES ... [LABELS ...] [TIMEOUT ...])
function(nsds_add_suites program kind)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "TIMEOUT" "LABELS;LIBRARIES")
  foreach(label IN LISTS arg_LABELS)
    if(NOT label IN_LIST NSDS_TEST_LABELS)
      message(FATAL_ERROR "Test ${program}: unknown label ${label}; the labels are ${NSDS_TEST_LABELS}.")
    endif()
  endforeach()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)
  endif()
  if(NOT TARGET ${program})
    nsds_make_test_program(${program} ${arg_LIBRARIES})
  endif()
  set(sources ${arg_UNPARSED_ARGUMENTS})
  list(TRANSFORM sources PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" REGEX "^[^/]")
  # A source that several calls name, as it has what their tests share, is compiled once.
  get_target_property(present ${program} SOURCES)
  if(present)
    list(REMOVE_ITEM sources ${present})
  endif()
  target_sources(${program} PRIVATE ${sources})
  target_link_libraries(${program} PRIVATE ${arg_LIBRARIES})
  list(JOIN arg_LABELS "," labels)
  if(NOT labels)
    set(labels none)
  endif()
  foreach(source IN LISTS sources)
    nsds_find_suites(suites "${source}")
    foreach(suite IN LISTS suites)
      nsds_describe_suite(${program} ${suite} "${kind}|${labels}|${arg_TIMEOUT}")
    endforeach()
  endforeach()
endfunction()

# nsds_make_test_program(<program> <libraries...>)
function(nsds_make_test_program program)
  add_executable(${program})
  target_include_directories(${program} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${program} PRIVATE nsds_compile_options nsds_eigen GTest::gtest_main)
  set(knows_kernel ${ARGN})
  list(FILTER knows_kernel INCLUDE REGEX "^(nsds::(kernel|theory|io|formats)|kernel_models|nsds_mechanisms|nsds_reference_cases)$")
  if(knows_kernel)
    target_link_libraries(${program} PRIVATE nsds::events)
    target_compile_options(${program} PRIVATE ${NSDS_TEST_OPTIONS})
    target_precompile_headers(${program} REUSE_FROM nsds_kernel_test_headers)
  else()
    target_compile_options(${program} PRIVATE ${NSDS_NUMERICS_TEST_OPTIONS})
    target_precompile_headers(${program} REUSE_FROM nsds_test_headers)
  endif()
  # Tests of one room instantiate the same of Eigen. Names without linkage have to differ between the sources of a program.
  if(NSDS_UNITY)
    set_target_properties(${program} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    target_compile_options(${program} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
  endif()
  set_property(GLOBAL APPEND PROPERTY NSDS_TEST_PROGRAMS ${program})
endfunction()

# nsds_link_objects(<program> <library>)
# Links the objects of a shared library, whose private parts the program then calls, and sees their headers. What is tested is
# what was compiled for the library.
function(nsds_link_objects program library)
  target_sources(${program} PRIVATE $<TARGET_OBJECTS:${library}>)
  get_target_property(dependencies ${library} LINK_LIBRARIES)
  get_target_property(folder ${library} SOURCE_DIR)
  target_link_libraries(${program} PRIVATE ${dependencies})
  target_include_directories(${program} PRIVATE "${folder}/src" $<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>)
endfunction()

# nsds_find_suites(<variable> <source>): the names of the suites of GoogleTest in a source, <instance>/<suite> where it makes instances.
function(nsds_find_suites variable source)
  set(suites)
  if(EXISTS "${source}")
    file(STRINGS "${source}" macros REGEX "^(TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P)\\([A-Za-z0-9_]+,")
    foreach(macro IN LISTS macros)
      string(REGEX REPLACE "^[A-Z_]+\\(([A-Za-z0-9_]+),.*" "\\1" suite "${macro}")
      list(APPEND suites ${suite})
    endforeach()
    file(STRINGS "${source}" macros REGEX "^INSTANTIATE_TEST_SUITE_P\\([A-Za-z0-9_]+, *[A-Za-z0-9_]+,")
    foreach(macro IN LISTS macros)
      string(REGEX REPLACE "^[A-Z_]+\\(([A-Za-z0-9_]+), *([A-Za-z0-9_]+),.*" "\\1/\\2" suite "${macro}")
      list(APPEND suites ${suite})
    endforeach()
    list(REMOVE_DUPLICATES suites)
  endif()
  set(${variable} "${suites}" PARENT_SCOPE)
endfunction()

# nsds_describe_suite(<program> <suite> "<kind>|<labels>|<timeout>")
function(nsds_describe_suite program suite description)
  get_property(known GLOBAL PROPERTY NSDS_SUITE_${program}_${suite})
  if(known AND NOT known STREQUAL description)
    message(FATAL_ERROR "Test ${program}: the suite ${suite} is ${known} in one source and ${description} in another.")
  endif()
  if(NOT known)
    set_property(GLOBAL PROPERTY NSDS_SUITE_${program}_${suite} "${description}")
    set_property(GLOBAL APPEND PROPERTY NSDS_SUITES_${program} ${suite})
  endif()
endfunction()

function(nsds_register_test_programs unregistered)
  get_property(programs GLOBAL PROPERTY NSDS_TEST_PROGRAMS)
  set(left_out)
  foreach(program IN LISTS programs)
    get_property(suites GLOBAL PROPERTY NSDS_SUITES_${program})
    set(descriptions)
    set(data_suites)
    foreach(suite IN LISTS suites)
      get_property(description GLOBAL PROPERTY NSDS_SUITE_${program}_${suite})
      string(APPEND descriptions "  \"${suite}|${description}\"\n")
      if(description MATCHES "^data")
        string(APPEND data_suites "${suite}.*:*/${suite}.*:")
      endif()
    endforeach()
    # Suites are looked for when ctest reads this file, so that no step of the build runs a program.
    set(register "${CMAKE_CURRENT_BINARY_DIR}/${program}_suites.cmake")
    file(
      GENERATE
      OUTPUT "${register}"
      CONTENT "include(\"${PROJECT_SOURCE_DIR}/cmake/register_suites.cmake\")
nsds_register_suites(
  ${program} \"$<TARGET_FILE:${program}>\" \"${NSDS_TEST_DATA_DIR}\"
${descriptions})
")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${register}")
    if(data_suites AND NOT NSDS_TEST_DATA_DIR)
      string(APPEND left_out "$<TARGET_FILE:${program}> ${data_suites}\n")
    endif()
  endforeach()
  file(GENERATE OUTPUT "${unregistered}" CONTENT "${left_out}")
endfunction()
