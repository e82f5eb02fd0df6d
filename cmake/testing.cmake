# How a test is added.
#
# nsds_add_test(<name> <sources...> LIBRARIES <targets...> [LABELS <labels...>] [TIMEOUT <seconds>] [APART])
#   One GoogleTest executable; its tests are known to ctest as <name>.<suite>.<test>.
#   Labels: reference integrators physics solvers bad-input install examples, and slow, ranges and fuzz for what is not in the default
#   set. A label is the executable's: slow tests have one of their own.
#
# nsds_add_data_test(the same)
#   A test that reads third-party files from $NSDS_TEST_DATA/data or /reference. It is always built, and registered only
#   where NSDS_TEST_DATA is set. It lists its files by name in the source: a missing file then fails the test, and the
#   number of tests is known without the folder.

include(GoogleTest)

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

# What a test computes is short, and how long its compiler takes is not: a quarter less with -O1, in the build of every day.
# GCC 12 then takes empty matrices of Eigen for uninitialised.
set(NSDS_TEST_OPTIONS
    "$<$<AND:$<CONFIG:RelWithDebInfo>,$<COMPILE_LANG_AND_ID:CXX,GNU>>:-O1;-Wno-maybe-uninitialized>")

# Parsing GoogleTest, Eigen and the kernel would be half of a test's compilation; all tests share a parsed copy, those
# that link the kernel one that has it.
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/test_headers.cpp" CONTENT "int main() {}\n")
set(headers <gtest/gtest.h> <Eigen/Dense> <algorithm> <random> <string> <vector>)
add_executable(nsds_test_headers "${PROJECT_BINARY_DIR}/test_headers.cpp")
target_link_libraries(nsds_test_headers PRIVATE nsds_compile_options GTest::gtest_main nsds_eigen)
target_compile_options(nsds_test_headers PRIVATE ${NSDS_TEST_OPTIONS})
target_precompile_headers(nsds_test_headers PRIVATE ${headers})
add_executable(nsds_kernel_test_headers "${PROJECT_BINARY_DIR}/test_headers.cpp")
target_link_libraries(nsds_kernel_test_headers PRIVATE nsds_compile_options GTest::gtest_main nsds::kernel)
target_compile_options(nsds_kernel_test_headers PRIVATE ${NSDS_TEST_OPTIONS})
target_precompile_headers(nsds_kernel_test_headers PRIVATE ${headers} <nsds/kernel.hpp>)

function(nsds_add_test name)
  nsds_add_test_executable(${name} ${ARGN})
  nsds_register_tests(${name})
endfunction()

function(nsds_add_data_test name)
  nsds_add_test_executable(${name} ${ARGN})
  if(NSDS_TEST_DATA_DIR)
    nsds_register_tests(${name} "NSDS_TEST_DATA=${NSDS_TEST_DATA_DIR}")
  else()
    set_property(GLOBAL APPEND PROPERTY NSDS_UNREGISTERED_TESTS "$<TARGET_FILE:${name}>")
  endif()
endfunction()

# With NSDS_UNITY the sources of an executable are few translation units, as tests of one room instantiate the same of Eigen:
# names without linkage have to differ between them, unless they are APART. What replaces malloc stays alone.
function(nsds_compile_tests_together name apart)
  if(NOT NSDS_UNITY OR apart)
    return()
  endif()
  get_target_property(sources ${name} SOURCES)
  list(FILTER sources INCLUDE REGEX "malloc_counter")
  if(sources)
    set_source_files_properties(${sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  target_compile_options(${name} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage -Wno-maybe-uninitialized>)
endfunction()

function(nsds_add_test_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "APART" "TIMEOUT" "LABELS;LIBRARIES")
  foreach(label IN LISTS arg_LABELS)
    if(NOT label IN_LIST NSDS_TEST_LABELS)
      message(FATAL_ERROR "Test ${name}: unknown label ${label}; the labels are ${NSDS_TEST_LABELS}.")
    endif()
  endforeach()
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  nsds_compile_tests_together(${name} ${arg_APART})
  target_compile_options(${name} PRIVATE ${NSDS_TEST_OPTIONS})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${name} PRIVATE nsds_compile_options nsds_eigen ${arg_LIBRARIES} GTest::gtest_main)
  if("nsds::kernel" IN_LIST arg_LIBRARIES OR "nsds::theory" IN_LIST arg_LIBRARIES OR "kernel_models" IN_LIST arg_LIBRARIES OR "nsds_mechanisms" IN_LIST arg_LIBRARIES)
    target_precompile_headers(${name} REUSE_FROM nsds_kernel_test_headers)
  else()
    target_precompile_headers(${name} REUSE_FROM nsds_test_headers)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  set_target_properties(${name} PROPERTIES NSDS_LABELS "${arg_LABELS}" NSDS_TIMEOUT ${arg_TIMEOUT})
endfunction()

# nsds_register_tests(<name> [environment variables...])
function(nsds_register_tests name)
  get_target_property(labels ${name} NSDS_LABELS)
  get_target_property(timeout ${name} NSDS_TIMEOUT)
  # Without pretty values a test's name never depends on how a parameter prints.
  gtest_discover_tests(${name} TEST_PREFIX "${name}." TEST_LIST tests NO_PRETTY_VALUES DISCOVERY_TIMEOUT 120)
  # gtest_discover_tests cannot pass a property that is a list, such as LABELS; a script that ctest reads after its own
  # can. The list of tests is empty until the executable is built.
  set(script "${CMAKE_CURRENT_BINARY_DIR}/${name}_properties.cmake")
  # A BLAS with threads of its own allocates for them, and shares the cores that ctest hands out.
  list(JOIN ARGN ";" environment)
  string(PREPEND environment "OPENBLAS_NUM_THREADS=1;")
  file(
    CONFIGURE
    OUTPUT "${script}"
    CONTENT "if(tests)
  set_tests_properties(\${tests} PROPERTIES LABELS \"${labels}\" TIMEOUT ${timeout}
                       ENVIRONMENT \"${environment}\")
endif()
set(tests)
"
    @ONLY)
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${script}")
endfunction()

# nsds_write_unregistered_tests(<file>)
# The data tests that were built and not registered, one executable a line: tests/run.sh counts their tests.
function(nsds_write_unregistered_tests file)
  get_property(executables GLOBAL PROPERTY NSDS_UNREGISTERED_TESTS)
  list(TRANSFORM executables APPEND "\n")
  list(JOIN executables "" content)
  file(GENERATE OUTPUT "${file}" CONTENT "${content}")
endfunction()
