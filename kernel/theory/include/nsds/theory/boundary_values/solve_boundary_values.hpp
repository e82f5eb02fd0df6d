// Solves boundary-value problems of differential variational inequalities: all unknowns x_0, u_1, x_1, …, u_N, x_N of the scheme make one mixed
// complementarity problem of n + N (n + m) rows, whose Jacobian is block-bidiagonal with a border, the boundary conditions. Newton systems are
// sparse: time and memory grow linearly with N.
//
// A mesh of many intervals is reached from a coarse one, whose solution is where the next, with four times as many intervals, begins. Where the
// coarsest one is not solved, bounds are widened until u is inside and drawn in again (homotopy). With a tolerance of the defect, intervals are
// split until no interval has a larger one. A bounded problem may have several solutions, of which one is returned.
#pragma once

#include <string>
#include <vector>

#include "nsds/kernel/formulations/solver.hpp"
#include "nsds/theory/boundary_values/dvi_boundary_value_problem.hpp"
#include "nsds/theory/export.hpp"
#include "nsds/theory/first_order/dvi_trajectory.hpp"

namespace nsds {

struct BoundaryValueOptions {
  /// θ in [0, 1]: one for each component of x, (n), or one for all of them, (1).
  Vector theta = Vector::Ones(1);
  /// The mesh: intervals of equal length, ≥ 1, or the instants themselves, ascending from t₀ to T.
  Index intervals = 256;
  std::vector<double> mesh;
  /// A mixed complementarity problem counts as solved where no entry of its natural map is larger, in the units of x, Γ and w.
  double tolerance = 1e-10;
  /// Intervals are split until no defect is larger, in the units of x; with 0 the mesh stays as it is.
  double defectTolerance = 0.0;
  Index maxIntervals = 1'000'000;  ///< what refinement may lead to
  /// Where iterates begin; x: (n) and u: (m) out, zero when it is called. Zero if empty.
  Callable<void(double t, VectorRef x, VectorRef u)> guess;
  /// Solvers of the class mcp, which are tried in turn; their tolerance is the one above.
  std::vector<Solver> solvers{Solver("newton_min").set("max_iterations", 100), Solver("interior_point")};
};

struct BoundaryValueSolution {
  DviTrajectory trajectory;
  double residual = 0.0;  ///< of the mixed complementarity problem, evaluated at what is returned
  /// The largest over the intervals of h_k |(x_k − x_{k−1}) / h_k − f − B u|_∞ at their ends, which x^h misses the equation by: O(h²)
  /// where u is Lipschitz, O(h) where it jumps.
  double defect = 0.0;
  Index meshes = 0;                 ///< solved, coarse ones included
  Index homotopySteps = 0;          ///< problems with widened bounds that were solved
  std::int64_t iterations = 0;      ///< Newton steps, over all of them
  std::int64_t factorizations = 0;  ///< likewise
  std::string message;              ///< empty, or that refinement ended before its tolerance
};

/// K: a box or a polyhedron. Errors: InvalidArgument on options, and on a K that is known by its projection; Error from functions, and where no
/// solution is found, with the message of the last solver and what to try.
NSDS_THEORY_API BoundaryValueSolution solveBoundaryValues(const DviBoundaryValueProblem& problem,
                                                          const BoundaryValueOptions& options = {});

}  // namespace nsds
