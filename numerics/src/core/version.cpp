#include "nsds/numerics/version.h"

#ifndef NSDS_VERSION
#define NSDS_VERSION "0.1.0"
#endif

const char* nsds_version(void) {
  return NSDS_VERSION;
}
