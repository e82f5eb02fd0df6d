// Judges points of variational inequalities and generalised equations by the section "Variational inequalities" of docs/ok.md: of the affine map that
// touches theirs at the point, by the judges of affine problems and of cones, and behind projections and resolvents by its own.
#pragma once

#include "truth/inequalities/odd_inequalities.hpp"

namespace nsds::test {

// multipliers: of the rows of a polyhedron, else empty. leeway: as Judge has it.
Judgement judge_inequality(const OddInequality& problem, const Eigen::VectorXd& z,
                           const Eigen::VectorXd& multipliers, double tolerance = 1e-8, double leeway = 1.0);

}  // namespace nsds::test
