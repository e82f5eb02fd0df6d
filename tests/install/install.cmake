# cmake -DBUILD_DIR=... -DPREFIX=... [-DCONFIG=...] [-DCOMPONENTS=...,...] -P install.cmake
# Starts from an empty prefix: a file of an earlier install must not hide that it is missing now.
file(REMOVE_RECURSE "${PREFIX}")
set(options --prefix "${PREFIX}")
if(CONFIG)
  list(APPEND options --config "${CONFIG}")
endif()
string(REPLACE "," ";" COMPONENTS "${COMPONENTS}")
if(NOT COMPONENTS)
  execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD_DIR}" ${options} COMMAND_ERROR_IS_FATAL ANY)
endif()
foreach(component IN LISTS COMPONENTS)
  execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD_DIR}" ${options} --component "${component}"
                          COMMAND_ERROR_IS_FATAL ANY)
endforeach()
