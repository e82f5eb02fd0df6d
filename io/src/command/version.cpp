#include "version.hpp"

#include "nsds/numerics/version.h"

namespace nsds::command {

// The build hands its description over when this file is compiled.
std::string versionText() {
  return std::string("nsds ") + nsds_version() +
         "\n"
         "build      " NSDS_BUILD_DESCRIPTION
         "\n"
         "switches   " NSDS_BUILD_SWITCHES
         "\n"
         "libraries  " NSDS_BUILD_LIBRARIES;
}

}  // namespace nsds::command
