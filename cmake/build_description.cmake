# What `nsds --version` says of a build.

# nsds_describe_build(<source>)
# Hands the source the build, its switches and the versions of its libraries, each as one line of text.
function(nsds_describe_build source)
  set(sanitizers none)
  if(NSDS_SANITIZE)
    list(JOIN NSDS_SANITIZE "," sanitizers)
  endif()
  set(switches)
  foreach(switch IN ITEMS BUILD_SHARED_LIBS NSDS_BULLET NSDS_SUNDIALS NSDS_UNITY)
    if(${switch})
      list(APPEND switches "${switch}=ON")
    else()
      list(APPEND switches "${switch}=OFF")
    endif()
  endforeach()
  list(APPEND switches "NSDS_SANITIZE=${sanitizers}")
  set(libraries)
  foreach(package IN ITEMS Eigen3 HDF5C fmt Boost nlohmann_json CLI11 BulletFloat64 SUNDIALS)
    if(${package}_VERSION)
      list(APPEND libraries "${package} ${${package}_VERSION}")
    endif()
  endforeach()
  list(JOIN switches " " switches)
  list(JOIN libraries ", " libraries)
  string(REPLACE "Eigen3" Eigen libraries "${libraries}")
  string(REPLACE BulletFloat64 Bullet libraries "${libraries}")
  string(REPLACE HDF5C HDF5 libraries "${libraries}")
  set(compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
  set_source_files_properties(
    ${source}
    PROPERTIES
      COMPILE_DEFINITIONS
      "NSDS_BUILD_DESCRIPTION=\"$<CONFIG>, ${compiler}, ${CMAKE_SYSTEM_NAME} ${CMAKE_SYSTEM_PROCESSOR}\";NSDS_BUILD_SWITCHES=\"${switches}\";NSDS_BUILD_LIBRARIES=\"${libraries}\""
  )
endfunction()
