# Applies NSDS_SANITIZE to everything built here. A program that links an instrumented library needs the runtime of the
# sanitizer, whether it is instrumented itself or not: the exported targets and the .pc files ask for it by
# NSDS_SANITIZER_LINK_FLAG. NSDS_FUZZ adds what libFuzzer needs to see which
# branches an input takes.
set(NSDS_SANITIZER_FLAGS "")
set(NSDS_SANITIZER_LINK_FLAG "")
if(NSDS_SANITIZE)
  list(JOIN NSDS_SANITIZE "," sanitizers)
  set(NSDS_SANITIZER_LINK_FLAG -fsanitize=${sanitizers})
  set(NSDS_SANITIZER_FLAGS -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_options(${NSDS_SANITIZER_FLAGS})
  add_link_options(${NSDS_SANITIZER_FLAGS})
endif()
if(NSDS_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "NSDS_FUZZ needs Clang and its libFuzzer, the compiler is ${CMAKE_CXX_COMPILER_ID}.")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
