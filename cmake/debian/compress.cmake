# cpack runs this when the files of all packages have been laid out.
file(GLOB_RECURSE files "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/nsds.1" "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/changelog")
foreach(file IN LISTS files)
  execute_process(COMMAND gzip -9n "${file}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
