# What a user reads: the pages under share/doc/nsds, with the links between them, and the sources of the examples with a
# project that builds them over what is installed.
set(pages README.md CHANGELOG.md CONTRIBUTING.md LICENSE)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)

set(examples_dir ${CMAKE_INSTALL_DATADIR}/nsds/examples)
install(
  DIRECTORY examples/
  DESTINATION ${examples_dir}
  COMPONENT documentation
  FILES_MATCHING
  PATTERN "*.cpp"
  PATTERN "*.hpp"
  PATTERN "*.json"
  PATTERN "README.md"
  PATTERN "installed" EXCLUDE)
install(FILES examples/installed/CMakeLists.txt DESTINATION ${examples_dir} COMPONENT documentation)
