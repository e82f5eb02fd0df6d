// The names of the problem classes, for sentences.
#pragma once

#include <string>

#include "nsds/numerics/registry.h"

namespace nsds::command {

/// "lcp, mlcp, ...", those marked of which there are no problem files.
std::string classNames();

/// The names of the classes that have problem files.
std::string fileClassNames();

bool hasFiles(nsds_class problemClass);

}  // namespace nsds::command
