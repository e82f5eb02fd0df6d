# What the libraries have in common.

# nsds_add_library(<name> [COMPONENT <component>] SOURCES... [HEADERS...])
# Makes nsds_<name>, nsds::<name>, which is installed with the component, its name unless given. Public headers form a file
# set, from which they are installed; a library without headers is declared by those of the library that it stands on.
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
  if(arg_HEADERS)
    target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${arg_HEADERS})
  endif()
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

set(NSDS_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/nsds)

# nsds_install_component(<component> DESCRIPTION <text> [LIBRARIES <names...>] [REQUIRES <modules...>]
#                        [REQUIRES_PRIVATE <modules...>] [LIBS_PRIVATE <flags...>] [CFLAGS <flags...>])
# The libraries, one of the component's name unless given, and the requirements are those of its pkg-config module.
function(nsds_install_component component)
  cmake_parse_arguments(PARSE_ARGV 1 PC "" "DESCRIPTION" "LIBRARIES;REQUIRES;REQUIRES_PRIVATE;LIBS_PRIVATE;CFLAGS")
  install(
    EXPORT nsds-${component}
    NAMESPACE nsds::
    DESTINATION ${NSDS_PACKAGE_DIR}
    COMPONENT ${component}-development)

  set(pc_dir "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig")
  file(RELATIVE_PATH PC_TO_LIBRARIES "${pc_dir}" "${CMAKE_INSTALL_FULL_LIBDIR}")
  file(RELATIVE_PATH PC_TO_HEADERS "${pc_dir}" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
  if(NOT PC_LIBRARIES)
    set(PC_LIBRARIES ${component})
  endif()
  list(TRANSFORM PC_LIBRARIES PREPEND -lnsds_)
  list(JOIN PC_LIBRARIES " " PC_LIBRARIES)
  list(JOIN PC_REQUIRES ", " PC_REQUIRES)
  list(JOIN PC_REQUIRES_PRIVATE ", " PC_REQUIRES_PRIVATE)
  list(JOIN PC_LIBS_PRIVATE " " PC_LIBS_PRIVATE)
  list(TRANSFORM PC_CFLAGS PREPEND " ")
  list(JOIN PC_CFLAGS "" PC_CFLAGS)
  # A program finds a shared library where it was linked, without LD_LIBRARY_PATH.
  set(PC_LINK_FLAGS "")
  if(BUILD_SHARED_LIBS)
    string(APPEND PC_LINK_FLAGS " -Wl,-rpath,\${libdir}")
  endif()
  if(NSDS_SANITIZER_LINK_FLAG)
    string(APPEND PC_LINK_FLAGS " ${NSDS_SANITIZER_LINK_FLAG}")
  endif()
  set(PC_NAME nsds-${component})
  configure_file("${PROJECT_SOURCE_DIR}/cmake/nsds.pc.in" "${PROJECT_BINARY_DIR}/cmake/${PC_NAME}.pc" @ONLY)
  install(
    FILES "${PROJECT_BINARY_DIR}/cmake/${PC_NAME}.pc"
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT ${component}-development)
endfunction()

# nsds_verify_c_headers(<target> <headers...>)
# Compiles each header alone as strict C99: what a C program sees.
function(nsds_verify_c_headers target)
  nsds_include_alone(sources c ${ARGN})
  add_library(${target}_c_headers OBJECT ${sources})
  target_link_libraries(${target}_c_headers PRIVATE ${target} nsds_compile_options)
  target_compile_options(${target}_c_headers PRIVATE -pedantic-errors)
endfunction()

set(NSDS_VERIFY_HEADERS OFF
    CACHE STRING "Compile public headers alone as C++: ON, those that no source of their name includes first; ALL, all of them")
set_property(CACHE NSDS_VERIFY_HEADERS PROPERTY STRINGS OFF ON ALL)

# nsds_verify_cpp_headers(<target> [SOURCES_OF <targets...>] HEADERS <headers...>)
# With NSDS_VERIFY_HEADERS compiles headers alone as C++: what they use they include. Eigen, most of the time of most of
# them, is parsed once. SOURCES_OF are other targets whose sources include some of these headers before anything else.
function(nsds_verify_cpp_headers target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES_OF;HEADERS")
  if(NOT NSDS_VERIFY_HEADERS)
    return()
  endif()
  set(headers ${arg_HEADERS})
  if(NOT NSDS_VERIFY_HEADERS STREQUAL "ALL")
    foreach(sources_of IN LISTS target arg_SOURCES_OF)
      nsds_drop_first_includes(headers ${sources_of})
    endforeach()
  endif()
  if(NOT headers)
    return()
  endif()
  nsds_include_alone(sources cpp ${headers})
  add_library(${target}_headers OBJECT ${sources})
  target_link_libraries(${target}_headers PRIVATE ${target} nsds_eigen nsds_compile_options)
  if(NOT TARGET nsds_eigen_parsed)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/eigen_parsed.cpp" CONTENT "typedef int nsds_eigen_is_parsed;\n")
    add_library(nsds_eigen_parsed OBJECT "${PROJECT_BINARY_DIR}/eigen_parsed.cpp")
    target_link_libraries(nsds_eigen_parsed PRIVATE nsds_eigen nsds_compile_options)
    target_precompile_headers(nsds_eigen_parsed PRIVATE <Eigen/Dense>)
  endif()
  target_precompile_headers(${target}_headers REUSE_FROM nsds_eigen_parsed)
endfunction()

# nsds_drop_first_includes(<variable> <target>)
# Drops from a list the headers which a source of the target and of the same name includes before anything else.
function(nsds_drop_first_includes variable target)
  get_target_property(sources ${target} SOURCES)
  set(first_includes)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.cpp$" AND EXISTS "${source}")
      cmake_path(GET source STEM name)
      file(STRINGS "${source}" first LIMIT_COUNT 1 REGEX "^#include ")
      if(first MATCHES "^#include \"(.*/)?${name}\\.hpp\"")
        string(REGEX REPLACE "^#include \"(.*)\".*" "\\1" first "${first}")
        list(APPEND first_includes "${first}")
      endif()
    endif()
  endforeach()
  set(kept)
  foreach(header IN LISTS ${variable})
    file(RELATIVE_PATH name "${CMAKE_CURRENT_SOURCE_DIR}/include" "${header}")
    if(NOT name IN_LIST first_includes)
      list(APPEND kept "${header}")
    endif()
  endforeach()
  set(${variable} "${kept}" PARENT_SCOPE)
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
