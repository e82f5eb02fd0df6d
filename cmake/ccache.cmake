# Compiles through ccache where it is installed. -DCMAKE_CXX_COMPILER_LAUNCHER= (and C) turns it off.
find_program(NSDS_CCACHE ccache)
mark_as_advanced(NSDS_CCACHE)
if(NSDS_CCACHE)
  # What ccache asks of those who use precompiled headers.
  set(sloppiness CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime)
  foreach(language IN ITEMS C CXX)
    if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER "${CMAKE_COMMAND};-E;env;${sloppiness};${NSDS_CCACHE}")
    endif()
  endforeach()
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
endif()
