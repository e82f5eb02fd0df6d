// Finds classes and solvers by the names that a user typed.
#pragma once

#include <string>

#include "nsds/numerics/registry.h"

namespace nsds::command {

/// "lcp, mlcp, ...".
std::string class_names();

/// Throws UsageError with the names there are.
nsds_class find_class(const std::string& name);

/// Throws UsageError with the names there are.
const nsds_solver_info& find_solver(nsds_class problemClass, const std::string& name);

}  // namespace nsds::command
