// Translates a Solver of the kernel into options of numerics. The kernel exports this function for nsds::theory.
#pragma once

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/formulations/solver.hpp"
#include "nsds/numerics/cpp/options.hpp"

namespace nsds {

/// Warm start is on unless the solver says otherwise: the kernel hands in the last multipliers.
/// Errors: InvalidArgument naming the unknown solver and those there are, or the option at fault.
NSDS_KERNEL_API numerics::Options makeOptions(nsds_class problemClass, const Solver& solver);

}  // namespace nsds
