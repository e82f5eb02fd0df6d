// Marks what the shared libraries nsds::kernel and nsds::events export; everything else is hidden.
#pragma once

#include "nsds/common/cxx20.hpp"

#if defined(_WIN32)
#if defined(NSDS_KERNEL_BUILD)
#define NSDS_KERNEL_API __declspec(dllexport)
#else
#define NSDS_KERNEL_API __declspec(dllimport)
#endif
#else
#define NSDS_KERNEL_API __attribute__((visibility("default")))
#endif
