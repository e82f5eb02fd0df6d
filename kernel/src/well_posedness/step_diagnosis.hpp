// What the relative degree and the step matrix say about a step of first-order interactions that was not solved.
#pragma once

#include <string>

#include "nsds/kernel/formulations/solver_outcome.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

/// Sentences that begin with a blank, or nothing where the problem has rows of other relations than first-order ones. The
/// degree is left out where they are not linear, and either where there are more than 200 states or rows.
std::string diagnoseStep(const NonSmoothDynamicalSystem& nsds, const ProblemCopy& problem);

}  // namespace nsds
