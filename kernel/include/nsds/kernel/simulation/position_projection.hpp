// Projection onto the constraints at the end of a step. The velocity of a step prevents neither the drift of
// holonomic constraints nor penetration by the motion of one step; both are taken back by a displacement
//
//   q <- q displaced by N⁻¹ Gᵀ lambda0,    0 ≤ y(q) + G N⁻¹ Gᵀ lambda0  ⟂  lambda0 ≥ 0
//
// (equalities: y + ... = 0), repeated with y and G evaluated again until the constraints hold. N = M moves
// bodies as little as their masses allow: it is the metric of the kinetic energy, and the only one that does
// not depend on units. Contacts with friction take part by their normal row; laws that hold for velocities
// alone (intervals, polyhedra) and compliant relations do not. Velocities stay as they are, forces of the
// next step are those at the projected position. A prescribed degree of freedom is not moved.
//
// Where Jacobians of equalities change within a step, every Newton iterate closes them as well (direct mode):
// U = H v is then taken where the constraints hold, so that rows which depend on each other there (Bricard's
// mechanism) contradict each other by no more than rounding.
// Reference: Acary (2013), Projected event-capturing time-stepping schemes for nonsmooth mechanical systems
// with unilateral contact and Coulomb's friction, CMAME 256.
#pragma once

#include <optional>

#include "nsds/kernel/formulations/solver.hpp"

namespace nsds {

/// Which unilateral constraints; equalities are always in. all: those of every gap, so that nothing is pushed out of one
/// contact into another that was not active in the step. active: those that were, which is cheaper where many gaps
/// are far from closing.
enum class ProjectionSet { all, active };
enum class ProjectionMetric { mass, identity };  ///< N
/// direct: once, at the end of the step, with the active set of the integrator.
/// combined: the active set is sought by the positions. Beginning with no active unilateral constraint, the
/// step is repeated with those that it penetrates (y ≤ 0) until there are no more; then those with an impulse
/// are projected onto y = 0, and should that penetrate another, the step is repeated with it. A contact that
/// an impact opens is closed to y = 0 as well. The option `set` is not used, and of the activation only its
/// rule for contacts at rest.
enum class ProjectionMode { direct, combined };

struct PositionProjection {
  double tolerance = 1e-8;  ///< on penetrations and defects, relative to the model's length scale
  int maxIterations = 20;
  ProjectionSet set = ProjectionSet::all;
  ProjectionMetric metric = ProjectionMetric::mass;
  ProjectionMode mode = ProjectionMode::direct;
  bool throwOnFailure = true;  ///< false: the last iterate is taken, and a warning logged
  /// The solver of the LCP, of Equality where all rows are equalities, or of MLCP where there are both. If
  /// none is set it is "auto". For equalities alone its tolerance is then 1e-2, because the next pass removes
  /// what one pass leaves, and because rows that depend on each other where the constraints hold agree only
  /// as well as they hold. Combined: the solver of Equality; where contacts contradict each other they may open instead,
  /// by an LCP or MLCP whose solver is "auto".
  std::optional<Solver> solver = std::nullopt;
};

/// The result of the projection of the last step.
struct ProjectionReport {
  int iterations = 0;   ///< 0 if the constraints held; combined: of the last repetition of the step
  double before = 0.0;  ///< largest penetration or defect [m, or the unit of the output] before
  double after = 0.0;
  int repetitions = 0;  ///< combined: how often the step was repeated with more constraints
};

}  // namespace nsds
