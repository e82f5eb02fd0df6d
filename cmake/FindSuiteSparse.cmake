# Finds the parts of SuiteSparse that numerics uses; SuiteSparse 5 ships no CMake files.
# Defines SuiteSparse::KLU (unsymmetric LU), SuiteSparse::LDL (LDLᵀ) and SuiteSparse::AMD (ordering).
# UMFPACK, CHOLMOD and SPQR are GPL and left alone.

# nsds_suitesparse_part(<target> <library> <header> [targets it needs...])
function(nsds_suitesparse_part part library header)
  find_path(SuiteSparse_${part}_INCLUDE_DIR ${header} PATH_SUFFIXES suitesparse)
  find_library(SuiteSparse_${part}_LIBRARY ${library})
  mark_as_advanced(SuiteSparse_${part}_INCLUDE_DIR SuiteSparse_${part}_LIBRARY)
  if(SuiteSparse_${part}_LIBRARY AND NOT TARGET SuiteSparse::${part})
    add_library(SuiteSparse::${part} UNKNOWN IMPORTED)
    set_target_properties(
      SuiteSparse::${part}
      PROPERTIES IMPORTED_LOCATION "${SuiteSparse_${part}_LIBRARY}"
                 INTERFACE_INCLUDE_DIRECTORIES "${SuiteSparse_${part}_INCLUDE_DIR}"
                 INTERFACE_LINK_LIBRARIES "${ARGN}")
  endif()
endfunction()

nsds_suitesparse_part(Config suitesparseconfig SuiteSparse_config.h)
nsds_suitesparse_part(AMD amd amd.h SuiteSparse::Config)
nsds_suitesparse_part(COLAMD colamd colamd.h SuiteSparse::Config)
nsds_suitesparse_part(BTF btf btf.h SuiteSparse::Config)
nsds_suitesparse_part(KLU klu klu.h SuiteSparse::BTF SuiteSparse::COLAMD SuiteSparse::AMD)
nsds_suitesparse_part(LDL ldl ldl.h SuiteSparse::Config)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  SuiteSparse
  REQUIRED_VARS SuiteSparse_KLU_LIBRARY SuiteSparse_KLU_INCLUDE_DIR SuiteSparse_LDL_LIBRARY SuiteSparse_LDL_INCLUDE_DIR
                SuiteSparse_AMD_LIBRARY SuiteSparse_COLAMD_LIBRARY SuiteSparse_BTF_LIBRARY SuiteSparse_Config_LIBRARY)
