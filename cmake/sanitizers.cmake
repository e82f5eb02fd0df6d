# Applies NSDS_SANITIZE to everything built here, and keeps the flags for the consumers that tests/install builds:
# a program must be compiled like the instrumented library it links.
set(NSDS_SANITIZER_FLAGS "")
if(NSDS_SANITIZE)
  list(JOIN NSDS_SANITIZE "," sanitizers)
  set(NSDS_SANITIZER_FLAGS -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_options(${NSDS_SANITIZER_FLAGS})
  add_link_options(${NSDS_SANITIZER_FLAGS})
endif()
