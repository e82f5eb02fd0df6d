/* The version of the library that is linked. */
#ifndef NSDS_NUMERICS_VERSION_H
#define NSDS_NUMERICS_VERSION_H

#include "nsds/numerics/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "major.minor.patch" of the linked library. Never null. */
NSDS_NUMERICS_API const char* nsds_version(void);

#ifdef __cplusplus
}
#endif
#endif
