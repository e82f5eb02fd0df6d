// The law of a variational inequality: -w in the normal cone of a constant set K at λ.
#pragma once

#include <memory>

#include "nsds/kernel/modeling/nonsmooth_law.hpp"

namespace nsds {

/// The law that solvers take most easily among those with the set; rows: of K. Errors: InvalidArgument on a set that is none, or
/// is not in R^rows. That a polyhedron is empty is not seen.
std::unique_ptr<NonSmoothLaw> normalConeLaw(const ConvexSet& K, Index rows);

}  // namespace nsds
