# nsds_compile_options: what every target of this project is compiled with, and no user of it.
add_library(nsds_compile_options INTERFACE)
target_compile_options(
  nsds_compile_options
  INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
            # A fused multiply-add rounds once instead of twice: the same source would give other bits elsewhere.
            -ffp-contract=off
            # GCC 12 sees overlapping copies in string concatenation where there are none (GCC bug 105651).
            $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
            # With -O3 it sees them out of bounds too.
            $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>,$<CONFIG:Release>>:-Wno-array-bounds>
            $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>,$<CONFIG:Release>>:-Wno-stringop-overflow>
            # And vectors of the standard library that free what they have not allocated.
            $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>,$<CONFIG:Release>>:-Wno-free-nonheap-object>
            # And members of variants that another alternative would have.
            $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>,$<CONFIG:Release>>:-Wno-maybe-uninitialized>
            $<$<BOOL:${NSDS_WARNINGS_AS_ERRORS}>:-Werror>)
if(NSDS_SANITIZE)
  # Instrumented code hides from GCC what is initialised.
  target_compile_options(nsds_compile_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()
