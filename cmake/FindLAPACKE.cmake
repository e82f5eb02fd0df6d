# Finds LAPACKE with the LAPACK and BLAS under it (Debian ships pkg-config files only).
# Defines the imported target LAPACKE::LAPACKE.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_LAPACKE QUIET lapacke)
  pkg_check_modules(PC_LAPACK QUIET lapack)
  pkg_check_modules(PC_BLAS QUIET blas)
endif()

find_path(LAPACKE_INCLUDE_DIR lapacke.h HINTS ${PC_LAPACKE_INCLUDE_DIRS} PATH_SUFFIXES lapacke openblas)
find_library(LAPACKE_LIBRARY lapacke HINTS ${PC_LAPACKE_LIBRARY_DIRS})
find_library(LAPACKE_LAPACK_LIBRARY NAMES lapack openblas HINTS ${PC_LAPACK_LIBRARY_DIRS})
find_library(LAPACKE_BLAS_LIBRARY NAMES blas openblas HINTS ${PC_BLAS_LIBRARY_DIRS})
mark_as_advanced(LAPACKE_INCLUDE_DIR LAPACKE_LIBRARY LAPACKE_LAPACK_LIBRARY LAPACKE_BLAS_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LAPACKE REQUIRED_VARS LAPACKE_LIBRARY LAPACKE_LAPACK_LIBRARY LAPACKE_BLAS_LIBRARY
                                                        LAPACKE_INCLUDE_DIR)

if(LAPACKE_FOUND AND NOT TARGET LAPACKE::LAPACKE)
  add_library(LAPACKE::LAPACKE UNKNOWN IMPORTED)
  set_target_properties(
    LAPACKE::LAPACKE
    PROPERTIES IMPORTED_LOCATION "${LAPACKE_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "${LAPACKE_INCLUDE_DIR}"
               INTERFACE_LINK_LIBRARIES "${LAPACKE_LAPACK_LIBRARY};${LAPACKE_BLAS_LIBRARY}")
endif()
