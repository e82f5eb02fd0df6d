// Stops a compiler that is not told to compile C++20, with one error instead of one for each line that it does
// not understand. Every public C++ header of NSDS includes this one before it says anything itself.
#pragma once

#if defined(_MSVC_LANG)
#define NSDS_LANGUAGE _MSVC_LANG
#else
#define NSDS_LANGUAGE __cplusplus
#endif
#if NSDS_LANGUAGE < 202002L
#error "NSDS is C++20: compile with -std=c++20, or let CMake do so by target_link_libraries(... nsds::...)."
// An #error does not end the compilation; a header that does not exist does.
#include "nsds stops here, after the error above"
#endif
#undef NSDS_LANGUAGE
