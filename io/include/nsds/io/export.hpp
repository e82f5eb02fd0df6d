// Marks what the shared library nsds::io exports; everything else is hidden.
#pragma once

#include "nsds/common/cxx20.hpp"

#if defined(_WIN32)
#if defined(NSDS_IO_BUILD)
#define NSDS_IO_API __declspec(dllexport)
#else
#define NSDS_IO_API __declspec(dllimport)
#endif
#else
#define NSDS_IO_API __attribute__((visibility("default")))
#endif
