#include "nsds/numerics/version.h"

const char* nsds_version(void) {
  return NSDS_VERSION;
}
