# cmake -DBUILD_DIR=... -DPREFIX=... [-DCONFIG=...] [-DCOMPONENT=...] -P install.cmake
# Starts from an empty prefix: a file of an earlier install must not hide that it is missing now.
file(REMOVE_RECURSE "${PREFIX}")
set(options --prefix "${PREFIX}")
if(CONFIG)
  list(APPEND options --config "${CONFIG}")
endif()
if(COMPONENT)
  list(APPEND options --component "${COMPONENT}")
endif()
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD_DIR}" ${options} COMMAND_ERROR_IS_FATAL ANY)
