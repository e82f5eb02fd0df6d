// Marks what the shared library nsds::theory exports; everything else is hidden.
#pragma once

#include "nsds/common/cxx20.hpp"

#if defined(_WIN32)
#if defined(NSDS_THEORY_BUILD)
#define NSDS_THEORY_API __declspec(dllexport)
#else
#define NSDS_THEORY_API __declspec(dllimport)
#endif
#else
#define NSDS_THEORY_API __attribute__((visibility("default")))
#endif
