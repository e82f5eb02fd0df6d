# The package config, one export set per component, and the pkg-config files. All are relocatable.
# Each component is two install components, the library that programs run with and what they are built with,
# <component>-development. The kernel stands on numerics, theory and io, with its library of other formats, on both; theory has its own
# rules, as it may be left out.
include(CMakePackageConfigHelpers)

configure_package_config_file(cmake/nsdsConfig.cmake.in cmake/nsdsConfig.cmake INSTALL_DESTINATION ${NSDS_PACKAGE_DIR})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(cmake/nsdsConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES "${PROJECT_BINARY_DIR}/cmake/nsdsConfig.cmake" "${PROJECT_BINARY_DIR}/cmake/nsdsConfigVersion.cmake"
  DESTINATION ${NSDS_PACKAGE_DIR}
  COMPONENT numerics-development)
if(NOT BUILD_SHARED_LIBS)
  # Only static libraries leave their dependencies to the user's link.
  install(FILES cmake/FindLAPACKE.cmake cmake/FindSuiteSparse.cmake DESTINATION ${NSDS_PACKAGE_DIR} COMPONENT numerics-development)
  if(NSDS_BULLET)
    install(FILES cmake/FindBulletFloat64.cmake DESTINATION ${NSDS_PACKAGE_DIR} COMPONENT kernel-development)
  endif()
  install(FILES cmake/FindHDF5C.cmake DESTINATION ${NSDS_PACKAGE_DIR} COMPONENT io-development)
endif()

nsds_install_component(
  numerics
  DESCRIPTION "Solvers of complementarity problems, programs and frictional contact, C interface"
  LIBRARIES numerics_general numerics
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
  LIBRARIES events kernel
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
