// Finds classes and solvers by the names that a user typed.
#pragma once

#include <string>

#include "nsds/numerics/registry.h"

namespace nsds::command {

/// "lcp, mlcp, ...".
std::string classNames();

/// Throws UsageError with the names there are.
nsds_class findClass(const std::string& name);

/// Throws UsageError with the names there are.
const nsds_solver_info& findSolver(nsds_class problemClass, const std::string& name);

}  // namespace nsds::command
