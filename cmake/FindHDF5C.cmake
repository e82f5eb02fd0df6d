# Finds the C library of HDF5 without the compiler wrappers that CMake's own module runs, so that a project in any language
# can use it. Serial builds come first. Defines the imported target HDF5C::HDF5C.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_search_module(PC_HDF5 QUIET hdf5-serial hdf5)
endif()

find_path(HDF5C_INCLUDE_DIR hdf5.h HINTS ${PC_HDF5_INCLUDE_DIRS} PATH_SUFFIXES hdf5/serial)
find_library(HDF5C_LIBRARY NAMES hdf5_serial hdf5 HINTS ${PC_HDF5_LIBRARY_DIRS} PATH_SUFFIXES hdf5/serial)
mark_as_advanced(HDF5C_INCLUDE_DIR HDF5C_LIBRARY)

if(HDF5C_INCLUDE_DIR)
  file(STRINGS "${HDF5C_INCLUDE_DIR}/H5public.h" HDF5C_VERSION REGEX "define H5_VERS_(MAJOR|MINOR|RELEASE)")
  list(TRANSFORM HDF5C_VERSION REPLACE "[^0-9]*H5_VERS_[A-Z]+[^0-9]*([0-9]+).*" "\\1")
  list(JOIN HDF5C_VERSION "." HDF5C_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(HDF5C REQUIRED_VARS HDF5C_LIBRARY HDF5C_INCLUDE_DIR VERSION_VAR HDF5C_VERSION)

if(HDF5C_FOUND AND NOT TARGET HDF5C::HDF5C)
  add_library(HDF5C::HDF5C UNKNOWN IMPORTED)
  set_target_properties(HDF5C::HDF5C PROPERTIES IMPORTED_LOCATION "${HDF5C_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES
                                                                                     "${HDF5C_INCLUDE_DIR}")
endif()
