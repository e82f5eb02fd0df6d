// Boundary-value problems of mechanical systems with impacts, Γ(q(t₀), v(t₀), q(T), v(T)) = 0, by multiple shooting: the states at nodes, one in
// each flight, are the unknowns of
//
//   s_{i+1} − φ_i(s_i) = 0,   Γ(s_0, s_N) = 0,
//
// with the flow φ_i from node to node and its derivative by saltation matrices (impact_flow.hpp). A solution belongs to a sequence of impacts;
// there may be several for each, and none. Newton's method keeps to the sequence of its guess, and findShootingSolutions() looks for guesses
// along a family of starts.
#pragma once

#include <string>
#include <vector>

#include "nsds/theory/boundary_values/boundary_conditions.hpp"
#include "nsds/theory/boundary_values/impact_flow.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

struct NSDS_THEORY_API ImpactBoundaryValueProblem {
  /// boundary: 2 n conditions between (q, v) at t₀ and at T. Errors: InvalidArgument unless t0 < T, both finite, and on sizes.
  ImpactBoundaryValueProblem(ImpactingSystem system, double t0, double T, BoundaryConditions boundary);

  ImpactingSystem system;
  double t0;  ///< [s]
  double T;   ///< [s]
  BoundaryConditions boundary;
};

struct ShootingOptions {
  /// The largest residual of an equation, relative to the size of its terms: those of q and v along the motion, and what they
  /// make in Γ; > 0, dimensionless.
  double tolerance = 1e-10;
  int maxIterations = 50;
};

struct ShootingSolution {
  Vector start;  ///< (2 n) q and v at t₀
  Vector end;    ///< (2 n) q and v at T
  std::vector<FlowImpact> impacts;
  double residual = 0.0;  ///< the largest that is left of an equation, relative like the tolerance
  int iterations = 0;
};

/// From a guess of the state at t₀, (2 n), whose impacts are those of the solution. Errors: InvalidArgument on sizes, options; Error where its flow
/// is irregular, and where Newton's method does not converge within this sequence of impacts, with the residual that is left.
NSDS_THEORY_API ShootingSolution shoot(const ImpactBoundaryValueProblem& problem, VectorConstRef guess,
                                       const ShootingOptions& options = {});

/// Starts that satisfy all conditions but one, along a parameter: the initial velocity of a ball that is let go at a given height.
struct StartFamily {
  std::function<void(double parameter, VectorRef state)> start;  ///< state: (2 n) out
  double from;
  double to;
  /// So many values of the parameter are tried at first, ≥ 2, and more where the sequence of impacts changes.
  Index samples = 400;
};

struct FamilySolution {
  double parameter = 0.0;
  ShootingSolution solution;
};

struct FamilySolutions {
  std::vector<FamilySolution> solutions;  ///< by the number of impacts, then by the parameter
  Index flows = 0;  ///< that were computed in the search, those of Newton's method not counted
  /// Parameters near to which a condition changes its sign, or vanishes, and Newton's method found no solution; ascending.
  std::vector<double> unresolved;
  Index irregular = 0;  ///< samples whose flow is irregular, around which nothing is looked for
};

/// Every solution along a family that the samples resolve: the condition that is left changes its sign between neighbours with the same impacts, or
/// has an extremum of the other sign between them. Where the impacts differ, the parameter at which they change is located to 1e-12 of the range,
/// and both sides are looked at up to there. What was located and not solved is named as unresolved. Errors: InvalidArgument on the family, and where it leaves two conditions or more; Error from flows.
NSDS_THEORY_API FamilySolutions findShootingSolutions(const ImpactBoundaryValueProblem& problem,
                                                      const StartFamily& family,
                                                      const ShootingOptions& options = {});

}  // namespace nsds
