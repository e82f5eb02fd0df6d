// Marks what the shared library nsds::formats exports; everything else is hidden.
#pragma once

#include "nsds/common/cxx20.hpp"

#if defined(_WIN32)
#if defined(NSDS_FORMATS_BUILD)
#define NSDS_FORMATS_API __declspec(dllexport)
#else
#define NSDS_FORMATS_API __declspec(dllimport)
#endif
#else
#define NSDS_FORMATS_API __attribute__((visibility("default")))
#endif
