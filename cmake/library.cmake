# What the libraries have in common.

# nsds_add_library(<name> [COMPONENT <component>] SOURCES... HEADERS...)
# Makes nsds_<name>, nsds::<name>, which is installed with the component, its name unless given. Public headers form a file
# set, from which they are installed.
function(nsds_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "COMPONENT" "SOURCES;HEADERS")
  set(component ${name})
  if(arg_COMPONENT)
    set(component ${arg_COMPONENT})
  endif()
  string(TOUPPER ${name} NAME)
  set(target nsds_${name})

  add_library(${target} ${arg_SOURCES})
  add_library(nsds::${name} ALIAS ${target})
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${arg_HEADERS})
  target_include_directories(${target} PRIVATE src)
  target_compile_definitions(${target} PRIVATE NSDS_${NAME}_BUILD)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:nsds_compile_options>)
  # Calls within a library go straight to their target and can be inlined; nobody interposes its functions.
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  target_link_options(${target} PRIVATE $<$<PLATFORM_ID:Linux>:LINKER:-Bsymbolic-functions>)
  if(NSDS_SANITIZER_LINK_FLAG)
    target_link_options(${target} INTERFACE ${NSDS_SANITIZER_LINK_FLAG})
  endif()
  # Before 1.0 a minor version may change the binary interface.
  set_target_properties(
    ${target}
    PROPERTIES EXPORT_NAME ${name}
               VERSION ${PROJECT_VERSION}
               SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
               INSTALL_RPATH "$ORIGIN")

  install(
    TARGETS ${target}
    EXPORT nsds-${component}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component} NAMELINK_COMPONENT ${component}-development
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component}-development
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${component}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT ${component}-development)
endfunction()

# nsds_verify_c_headers(<target> <headers...>)
# Compiles each header alone as strict C99: what a C program sees.
function(nsds_verify_c_headers target)
  nsds_include_alone(sources c ${ARGN})
  add_library(${target}_c_headers OBJECT ${sources})
  target_link_libraries(${target}_c_headers PRIVATE ${target} nsds_compile_options)
  target_compile_options(${target}_c_headers PRIVATE -pedantic-errors)
endfunction()

option(NSDS_VERIFY_HEADERS "Compile every public header alone as C++" OFF)

# nsds_verify_cpp_headers(<target> <headers...>)
# With NSDS_VERIFY_HEADERS compiles each header alone as C++: what it uses it includes. Eigen, most of the time of most of
# them, is parsed once.
function(nsds_verify_cpp_headers target)
  if(NOT NSDS_VERIFY_HEADERS)
    return()
  endif()
  nsds_include_alone(sources cpp ${ARGN})
  add_library(${target}_headers OBJECT ${sources})
  target_link_libraries(${target}_headers PRIVATE ${target} nsds_eigen nsds_compile_options)
  target_precompile_headers(${target}_headers PRIVATE <Eigen/Dense>)
endfunction()

# nsds_include_alone(<variable> <suffix> <headers...>)
# Sets the variable to sources, one for each header of the folder include, which include it and nothing else.
function(nsds_include_alone variable suffix)
  set(sources)
  foreach(header IN LISTS ARGN)
    file(RELATIVE_PATH name "${CMAKE_CURRENT_SOURCE_DIR}/include" "${header}")
    set(source "${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.${suffix}")
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include <${name}>\ntypedef int nsds_header_compiles_alone;\n")
    list(APPEND sources "${source}")
  endforeach()
  set(${variable} "${sources}" PARENT_SCOPE)
endfunction()

# nsds_install_program(<target> <destination> <install component> [OPTIONAL])
# Installs a program so that it finds the libraries wherever the prefix is moved to; an optional one where it was built.
function(nsds_install_program target destination component)
  file(RELATIVE_PATH to_libraries "${CMAKE_INSTALL_PREFIX}/${destination}" "${CMAKE_INSTALL_FULL_LIBDIR}")
  set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN/${to_libraries}")
  install(TARGETS ${target} RUNTIME DESTINATION ${destination} COMPONENT ${component} ${ARGN})
endfunction()
