# What makes builds faster and changes nothing in what is built.

# Compiles through ccache where it is installed. -DCMAKE_CXX_COMPILER_LAUNCHER= (and C) turns it off.
find_program(NSDS_CCACHE ccache)
mark_as_advanced(NSDS_CCACHE)
if(NSDS_CCACHE)
  foreach(language IN ITEMS C CXX)
    if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER
          "sh;${CMAKE_CURRENT_LIST_DIR}/ccache.sh;${PROJECT_BINARY_DIR}/ccache_stats.txt;${NSDS_CCACHE}")
    endif()
  endforeach()
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
endif()

# The processor time of each step is written down, whatever launches its compiler: tests/build_budget.sh looks at it.
if(PROJECT_IS_TOP_LEVEL)
  set(step_cost "sh;${CMAKE_CURRENT_LIST_DIR}/step_cost.sh;${PROJECT_BINARY_DIR}/step_costs.txt")
  foreach(language IN ITEMS C CXX)
    list(PREPEND CMAKE_${language}_COMPILER_LAUNCHER ${step_cost})
    list(PREPEND CMAKE_${language}_LINKER_LAUNCHER ${step_cost})
  endforeach()
endif()

# Links take a fifth of the time with mold, and half with lld.
if(NSDS_BUILD_TESTS)
  find_program(NSDS_MOLD mold)
  find_program(NSDS_LLD ld.lld)
  mark_as_advanced(NSDS_MOLD NSDS_LLD)
endif()
if(NSDS_MOLD)
  add_link_options($<$<LINK_LANG_AND_ID:CXX,GNU,Clang>:-fuse-ld=mold>)
elseif(NSDS_LLD)
  add_link_options($<$<LINK_LANG_AND_ID:CXX,GNU,Clang>:-fuse-ld=lld>)
endif()

option(NSDS_UNITY "Compile the sources of a folder together: half of the time of a whole build, more for a change" OFF)

# nsds_compile_by_folder(<target> [JOIN <folder>=<other folder>...] [HALVE <folders...>] [HOT <folders...>])
# With NSDS_UNITY the sources of each folder are one translation unit: what they read, and instantiate of Eigen, they do once.
# JOIN adds the sources of a folder to the unit of another one. HALVE are folders of two units, since a unit is to take no longer than
# tests/build_budget.sh allows. HOT are the units of which a step or a solve is made, which are inlined as far as their files would
# be alone; it costs a sixth of their compilation.
function(nsds_compile_by_folder target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "JOIN;HALVE;HOT")
  if(NOT NSDS_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(second FALSE)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/src" OUTPUT_VARIABLE group)
    foreach(join IN LISTS arg_JOIN)
      if(join MATCHES "^${group}=(.*)$")
        set(group "${CMAKE_MATCH_1}")
      endif()
    endforeach()
    if(group IN_LIST arg_HALVE)
      if(second)
        string(APPEND group "_2")
        set(second FALSE)
      else()
        set(second TRUE)
      endif()
    endif()
    string(MAKE_C_IDENTIFIER "${group}" group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A source that is included counts as a header, in which a type without linkage would be a mistake; and where much is
  # inlined GCC 12 takes the alternatives of a std::variant that is empty for uninitialised.
  target_compile_options(
    ${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage -Wno-maybe-uninitialized>)
  # GCC inlines until a unit has grown by 40 %, which folders reach long before their files do. A precompiled header brings the
  # options of optimisation that it was compiled with, and overrides those of the unit.
  foreach(folder IN LISTS arg_HOT)
    string(MAKE_C_IDENTIFIER "${folder}" group)
    set_source_files_properties(
      "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/Unity/unity_${group}_cxx.cxx"
      PROPERTIES SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=inline-unit-growth=400>")
  endforeach()
endfunction()

# nsds_compile_cold(<target>)
# Compiles with -Og, also in a release, what takes longer to compile than it ever runs: readers, writers, the command. That is
# half of the time of -O3 and three quarters of that of -O1 and of -O0, whose templates are not inlined. Nothing of it may be
# called in every step or iteration.
function(nsds_compile_cold target)
  # GCC 12 then takes for uninitialised what -O2 sees to be initialised.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-Og>
                                           $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)
endfunction()

# GCC collects its garbage less often: a tenth of the time of what includes Eigen, for a tenth more memory.
add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=1000000>)
