// Finds classes and solvers by the names that a user typed.
#pragma once

#include <string>
#include <vector>

#include "nsds/numerics/registry.h"

namespace nsds::command {

/// What problems of the class are, in a phrase.
const char* summaryOf(nsds_class problemClass);

/// The classes that have a solver of this name, in their order.
std::vector<nsds_class> classesWith(const std::string& solver);

/// Throws UsageError with the names there are.
nsds_class findClass(const std::string& name);

/// Throws UsageError also for a class that has no problem files.
nsds_class findFileClass(const std::string& name);

/// Throws UsageError with the names there are.
const nsds_solver_info& findSolver(nsds_class problemClass, const std::string& name);

}  // namespace nsds::command
