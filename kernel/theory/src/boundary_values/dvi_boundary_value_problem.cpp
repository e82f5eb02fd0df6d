#include "nsds/theory/boundary_values/dvi_boundary_value_problem.hpp"

#include <cmath>
#include <utility>

#include "modeling/checks.hpp"

namespace nsds {

DviBoundaryValueProblem::DviBoundaryValueProblem(DifferentialVariationalInequality dvi_, double t0_,
                                                 double T_, BoundaryConditions boundary_)
    : dvi(std::move(dvi_)), t0(t0_), T(T_), boundary(std::move(boundary_)) {
  constexpr const char* problemOwner = "DviBoundaryValueProblem";
  check::finite(problemOwner, "t0", t0);
  check::finite(problemOwner, "T", T);
  check::that(t0 < T, "{}: the interval from {} to {} is empty", problemOwner, t0, T);
  check::that(boundary.size() == dvi.states(), "{}: {} boundary conditions for {} states", problemOwner,
              boundary.size(), dvi.states());
}

}  // namespace nsds
