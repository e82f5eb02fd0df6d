# Everything the libraries need from outside. A look-up that fails names the Debian package.

# nsds_require(<package> DEBIAN <name> [VERSION <minimum>] [find_package arguments...])
# The minimum is compared here: find_package(Eigen3 3.4) would refuse a newer major version.
macro(nsds_require package)
  cmake_parse_arguments(nsds_require "" "DEBIAN;VERSION" "" ${ARGN})
  find_package(${package} QUIET ${nsds_require_UNPARSED_ARGUMENTS})
  if(NOT ${package}_FOUND)
    nsds_missing(${package} ${nsds_require_DEBIAN} "was not found")
  elseif(nsds_require_VERSION AND ${package}_VERSION VERSION_LESS nsds_require_VERSION)
    nsds_missing(${package} ${nsds_require_DEBIAN}
                 "is version ${${package}_VERSION}, at least ${nsds_require_VERSION} is needed")
  endif()
endmacro()

function(nsds_missing package debian why)
  message(
    FATAL_ERROR
      "${package} ${why}.\n"
      "  Debian, Ubuntu: apt-get install ${debian}   (sh cmake/setup.sh installs everything)\n"
      "  elsewhere: install it and, if it is in an unusual place, add its prefix to CMAKE_PREFIX_PATH.")
endfunction()

# Eigen is the only one that public headers include (through nsds/common/eigen.hpp).
nsds_require(Eigen3 DEBIAN libeigen3-dev VERSION 3.4 CONFIG)
nsds_require(fmt DEBIAN libfmt-dev VERSION 9 CONFIG)
nsds_require(LAPACKE DEBIAN "liblapacke-dev libopenblas-dev" MODULE)
nsds_require(SuiteSparse DEBIAN libsuitesparse-dev MODULE)
nsds_require(HDF5C DEBIAN libhdf5-dev VERSION 1.10 MODULE)
# Deflates pages and series of runs.
nsds_require(ZLIB DEBIAN zlib1g-dev MODULE)
nsds_require(nlohmann_json DEBIAN nlohmann-json3-dev CONFIG)
nsds_require(CLI11 DEBIAN libcli11-dev CONFIG)
# Headers alone, and in version 1.1 no target of its own.
nsds_require(RapidJSON DEBIAN rapidjson-dev VERSION 1.1 CONFIG)
if(NOT RAPIDJSON_INCLUDE_DIRS)
  set(RAPIDJSON_INCLUDE_DIRS "${RapidJSON_INCLUDE_DIRS}")
endif()
# Headers alone, in no public header: roots, disjoint sets, short vectors, checksums.
nsds_require(Boost DEBIAN libboost-dev VERSION 1.74 CONFIG)
if(NSDS_SUNDIALS)
  nsds_require(SUNDIALS DEBIAN libsundials-dev VERSION 6 CONFIG COMPONENTS cvode nvecserial sunlinsoldense sunnonlinsolfixedpoint)
  if(SUNDIALS_VERSION VERSION_GREATER_EQUAL 7)
    message(FATAL_ERROR "SUNDIALS is version ${SUNDIALS_VERSION}; NSDS_SUNDIALS knows the interface of version 6.")
  endif()
endif()
if(NSDS_BULLET)
  nsds_require(BulletFloat64 DEBIAN libbullet-dev VERSION 3 MODULE)
endif()
if(NSDS_BUILD_TESTS)
  nsds_require(GTest DEBIAN libgtest-dev CONFIG)
endif()
