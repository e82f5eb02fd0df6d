// What the unknowns of a jump of first-order systems lie in (jump_problem.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nsds/kernel/integrators/state_jump.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

/// What the unknowns of all rows lie in: impulses in the cone Q of each law, of rows whose set is one of the output that
/// output in the set. Bounds, and A z >= b, C z = 0, and projectors.
struct JumpCone {
  struct Projected {
    Index row;
    Index rows;
    ProjectorSet set;
    std::string owner;
  };

  explicit JumpCone(Index rows)
      : lower(Vector::Zero(rows)), upper(Vector::Zero(rows)), output(static_cast<std::size_t>(rows), 0) {}

  Vector lower;
  Vector upper;
  std::vector<Vector> A;
  std::vector<double> b;
  std::vector<Vector> C;
  std::vector<Projected> projected;
  std::vector<unsigned char> output;  // (rows) 1 where the unknown is the output
  bool known = true;

  bool isZero(Index row) const { return lower[row] == 0.0 && upper[row] == 0.0; }
  bool isIn(Index row) const { return lower[row] < upper[row] || output[static_cast<std::size_t>(row)] != 0; }
  /// Adds a row of A or C that is `entries` over the rows from `first` on.
  void add(std::vector<Vector>& rows, Index first, const Vector& entries) {
    if (&rows == &A) b.push_back(0.0);
    rows.emplace_back(Vector::Zero(lower.size()));
    rows.back().segment(first, entries.size()) = entries;
  }
};

/// Gathers what the laws of the blocks of a jump say at its time; `known` is false where a kind of set has no jump yet. Errors:
/// those of presentSet.
JumpCone coneOf(const StateJump& jump, const NonSmoothDynamicalSystem& nsds);

const Interaction& interactionOf(const StateJump::Block& block, const NonSmoothDynamicalSystem& nsds);
/// The set of a law at an instant, and at the present states. Errors: those of setAt.
AdmissibleSet presentSet(double t, const Interaction& interaction);
/// The projector onto the unbounded directions of a set, P(s x) / s for a large s, which is exact for cones; none if the set is
/// bounded.
std::optional<ProjectorSet> recessionOf(const ProjectorSet& set, Index rows);
/// True if every output has a finite multiplier, whatever the set is.
bool isDefinite(const Matrix& D);

}  // namespace nsds
