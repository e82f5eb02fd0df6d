// Marks what the problem files part exports; its objects are parts of the shared libraries nsds::io and nsds::formats.
#pragma once

#include "nsds/common/cxx20.hpp"

#if defined(_WIN32)
#if defined(NSDS_IO_BUILD)
#define NSDS_PROBLEMS_API __declspec(dllexport)
#else
#define NSDS_PROBLEMS_API __declspec(dllimport)
#endif
#else
#define NSDS_PROBLEMS_API __attribute__((visibility("default")))
#endif
