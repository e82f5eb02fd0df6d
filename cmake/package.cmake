# The package config, one export set per component, and the pkg-config files. All are relocatable.
# Each component is two install components, the library that programs run with and what they are built with,
# <component>-development. The kernel stands on numerics, io, with its library of other formats, on both.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/nsds)
configure_package_config_file(cmake/nsdsConfig.cmake.in cmake/nsdsConfig.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(cmake/nsdsConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES "${PROJECT_BINARY_DIR}/cmake/nsdsConfig.cmake" "${PROJECT_BINARY_DIR}/cmake/nsdsConfigVersion.cmake"
  DESTINATION ${package_dir}
  COMPONENT numerics-development)
if(NOT BUILD_SHARED_LIBS)
  # Only static libraries leave their dependencies to the user's link.
  install(FILES cmake/FindLAPACKE.cmake cmake/FindSuiteSparse.cmake DESTINATION ${package_dir} COMPONENT numerics-development)
  if(NSDS_BULLET)
    install(FILES cmake/FindBulletFloat64.cmake DESTINATION ${package_dir} COMPONENT kernel-development)
  endif()
  install(FILES cmake/FindHDF5C.cmake DESTINATION ${package_dir} COMPONENT io-development)
endif()

# nsds_install_component(<component> DESCRIPTION <text> [LIBRARIES <names...>] [REQUIRES <modules...>]
#                        [REQUIRES_PRIVATE <modules...>] [LIBS_PRIVATE <flags...>] [CFLAGS <flags...>])
# The libraries, one of the component's name unless given, and the requirements are those of its pkg-config module.
function(nsds_install_component component)
  cmake_parse_arguments(PARSE_ARGV 1 PC "" "DESCRIPTION" "LIBRARIES;REQUIRES;REQUIRES_PRIVATE;LIBS_PRIVATE;CFLAGS")
  install(
    EXPORT nsds-${component}
    NAMESPACE nsds::
    DESTINATION ${package_dir}
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
  configure_file(cmake/nsds.pc.in cmake/${PC_NAME}.pc @ONLY)
  install(
    FILES "${PROJECT_BINARY_DIR}/cmake/${PC_NAME}.pc"
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT ${component}-development)
endfunction()

nsds_install_component(
  numerics
  DESCRIPTION "Solvers of complementarity problems, programs and frictional contact, C interface"
  LIBS_PRIVATE -lklu -lbtf -lcolamd -lldl -lamd -lsuitesparseconfig -llapacke -llapack -lblas -lfmt -lstdc++ -lm)
set(kernel_libraries)
if(NSDS_SUNDIALS)
  list(APPEND kernel_libraries -lsundials_cvode -lsundials_nvecserial -lsundials_sunlinsoldense -lsundials_sunmatrixdense -lsundials_sunnonlinsolfixedpoint)
endif()
if(NSDS_BULLET)
  list(APPEND kernel_libraries -lBulletCollision-float64 -lLinearMath-float64)
endif()
nsds_install_component(
  kernel
  DESCRIPTION "Modelling and time stepping of nonsmooth dynamical systems"
  CFLAGS ${NSDS_EIGEN_FLAGS}
  REQUIRES "eigen3 >= 3.4"
  REQUIRES_PRIVATE "nsds-numerics = ${PROJECT_VERSION}"
  LIBS_PRIVATE ${kernel_libraries} -lfmt -lstdc++ -lm)
# Distributions call the library hdf5 or hdf5_serial.
cmake_path(GET HDF5C_LIBRARY PARENT_PATH hdf5_dir)
cmake_path(GET HDF5C_LIBRARY STEM hdf5_name)
string(REGEX REPLACE "^lib" "" hdf5_name "${hdf5_name}")
nsds_install_component(
  io
  DESCRIPTION "Trajectories, plots and problem files of nonsmooth dynamical systems"
  LIBRARIES formats io
  REQUIRES "nsds-kernel = ${PROJECT_VERSION}" "nsds-numerics = ${PROJECT_VERSION}"
  LIBS_PRIVATE -L${hdf5_dir} -l${hdf5_name} -lz -lfmt -lstdc++)
