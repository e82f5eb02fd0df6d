# cpack: Debian packages of the libraries, of what programs are built with, and of the command with the examples. The preset
# `package` builds what they hold where Debian puts it: cmake --workflow --preset package
set(NSDS_PACKAGE_CONTACT "NSDS developers <nsds@localhost.localdomain>"
    CACHE STRING "Who answers for the packages that cpack makes: name <address>")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
# Each package has a summary of its own.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_PACKAGE_CONTACT "${NSDS_PACKAGE_CONTACT}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
# What programs and libraries need they say themselves; our own libraries are found where they were built.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS)
foreach(folder IN ITEMS numerics numerics/general kernel kernel/events kernel/theory io io/formats)
  list(APPEND CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/${folder}")
endforeach()

# Programs of other packages depend on just this version, for before 1.0 the binary interface changes.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY "=")
file(CONFIGURE OUTPUT cmake/triggers CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_CONTROL_EXTRA "${PROJECT_BINARY_DIR}/cmake/triggers")

# Debian's policy asks for these in every package, and for manual pages and changes in compressed form.
string(TIMESTAMP NSDS_PACKAGE_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(cmake/debian/changelog.in cmake/changelog @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/debian/compress.cmake")

# nsds_add_debian_package(<group> NAME <package> SECTION <section> SUMMARY <text> DESCRIPTION <text>
#                         COMPONENTS <install components...> [DEPENDS <text>] [RECOMMENDS <text>])
function(nsds_add_debian_package group)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME;SECTION;SUMMARY;DESCRIPTION;DEPENDS;RECOMMENDS" "COMPONENTS")
  install(
    FILES cmake/debian/copyright "${PROJECT_BINARY_DIR}/cmake/changelog"
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${arg_NAME}
    COMPONENT ${group}
    EXCLUDE_FROM_ALL)
  foreach(component IN LISTS arg_COMPONENTS group)
    string(TOUPPER ${component} COMPONENT)
    set(CPACK_COMPONENT_${COMPONENT}_GROUP ${group} PARENT_SCOPE)
  endforeach()
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${arg_COMPONENTS} ${group} PARENT_SCOPE)
  string(TOUPPER ${group} GROUP)
  set(CPACK_DEBIAN_${GROUP}_PACKAGE_NAME ${arg_NAME} PARENT_SCOPE)
  set(CPACK_DEBIAN_${GROUP}_PACKAGE_SECTION ${arg_SECTION} PARENT_SCOPE)
  set(CPACK_DEBIAN_${GROUP}_PACKAGE_DEPENDS "${arg_DEPENDS}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${GROUP}_PACKAGE_RECOMMENDS "${arg_RECOMMENDS}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${GROUP}_DESCRIPTION "${arg_SUMMARY}\n${arg_DESCRIPTION}" PARENT_SCOPE)
endfunction()

set(abi ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(about "NSDS simulates bodies that hit, stick and slip, circuits with ideal diodes,
and other systems with inequality constraints, set-valued laws and jumps.\n.")
nsds_add_debian_package(
  libraries
  NAME libnsds${abi}
  SECTION libs
  SUMMARY "simulation of nonsmooth dynamical systems, libraries"
  DESCRIPTION "${about}\nThis package holds the libraries that programs run with."
  COMPONENTS numerics kernel theory io
  RECOMMENDS "libopenblas0 | libopenblas0-serial")
nsds_add_debian_package(
  development
  NAME libnsds-dev
  SECTION libdevel
  SUMMARY "simulation of nonsmooth dynamical systems, development files"
  DESCRIPTION "${about}\nThis package holds what programs are built with: headers, and the files for\nCMake and pkg-config."
  COMPONENTS numerics-development kernel-development theory-development io-development
  DEPENDS "libnsds${abi} (= ${PROJECT_VERSION}), libeigen3-dev (>= 3.4)")
nsds_add_debian_package(
  tools
  NAME nsds
  SECTION math
  SUMMARY "simulation of nonsmooth dynamical systems, command and examples"
  DESCRIPTION "${about}\nThis package holds the command nsds, example programs and their sources,\nproblem files and the guide."
  COMPONENTS command examples documentation
  DEPENDS "libnsds${abi} (= ${PROJECT_VERSION})"
  RECOMMENDS "gnuplot-nox | gnuplot, libjs-three")
include(CPack)
