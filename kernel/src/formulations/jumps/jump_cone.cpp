#include "formulations/jumps/jump_cone.hpp"

#include <algorithm>
#include <cmath>

#include "formulations/law_rows.hpp"
#include "linalg/definiteness.hpp"
#include "linalg/eigenvalues.hpp"
#include "linalg/numbers.hpp"
#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/numerics/cpp/analysis.hpp"

namespace nsds {

const Interaction& interactionOf(const StateJump::Block& block, const NonSmoothDynamicalSystem& nsds) {
  return *nsds.interactions()[static_cast<std::size_t>(block.interaction)];
}

AdmissibleSet presentSet(double t, const Interaction& interaction) {
  Index size = 0;
  for (const DynamicalSystem* system : interaction.systems()) size += system->dimension();
  Vector states(size);
  Index first = 0;
  for (const DynamicalSystem* system : interaction.systems()) {
    states.segment(first, system->dimension()) = dynamic_cast<const FirstOrderDS&>(*system).x();
    first += system->dimension();
  }
  return setAt(interaction, t, states);
}

std::optional<ProjectorSet> recessionOf(const ProjectorSet& set, Index rows) {
  Vector near(rows);
  set.project(Vector::Zero(rows), near);
  const double size = std::max(set.extent, near.norm());
  const double far = 1e8 * (size > 0.0 ? size : 1.0);
  ProjectorSet directions{[set, far](VectorConstRef x, VectorRef p) {
                            set.project(far * x, p);
                            p /= far;
                          },
                          1.0};
  Vector p(rows);
  for (Index i = 0; i < 2 * rows; ++i) {
    const Vector direction = (i < rows ? 1.0 : -1.0) * Vector::Unit(rows, i % rows);
    set.project(far * direction, near);
    set.project(10.0 * far * direction, p);
    // Far out, the projection onto a bounded set stays where it is.
    if (p.norm() > 5.0 * near.norm()) return directions;
  }
  return {};
}

bool isDefinite(const Matrix& D) {
  return D.size() > 0 && isPositiveDefinite(D + D.transpose());
}

namespace {

/// The rows of a law whose set is one of the output.
void addOutputs(const StateJump::Block& block, const Interaction& interaction, AdmissibleSet& set,
                JumpCone& cone) {
  if (!block.D.isZero(0.0)) {
    cone.known = cone.known && isDefinite(block.D);
    return;
  }
  const Index size = interaction.law().blockSize();
  const auto* const polyhedron = polyhedronIn(set);
  const auto* const projector = projectorIn(set);
  for (Index first = block.row; first < block.row + block.rows; first += size) {
    for (Index r = 0; r < size; ++r) {
      const BoxSet interval = intervalOf(set, r);
      cone.lower[first + r] = interval.lower;
      cone.upper[first + r] = interval.upper;
      cone.output[static_cast<std::size_t>(first + r)] = 1;
    }
    for (Index k = 0; polyhedron != nullptr && k < polyhedron->H.rows(); ++k) {
      cone.add(cone.A, first, polyhedron->H.row(k).transpose());
      cone.b.back() = polyhedron->K[k];
    }
    if (projector != nullptr) cone.projected.push_back({first, size, *projector, interaction.name()});
  }
}

/// The unbounded directions of the set of each law in a block.
void addRecession(const StateJump::Block& block, const Interaction& interaction, AdmissibleSet& set,
                  JumpCone& cone) {
  const Index size = interaction.law().blockSize();
  const auto* const polyhedron = std::get_if<PolyhedronSet>(&set);
  const auto* const projector = std::get_if<ProjectorSet>(&set);
  const auto directions = projector == nullptr ? std::nullopt : recessionOf(*projector, size);
  // A bounded set has no impulses, and every output its finite multiplier where D is definite.
  if (projector != nullptr && (!directions || isDefinite(block.D))) return;
  cone.known = cone.known && !std::holds_alternative<CoulombSet>(set) &&
               !std::holds_alternative<RollingSet>(set) && (projector == nullptr || block.D.isZero(0.0));
  for (Index first = block.row; first < block.row + block.rows; first += size) {
    for (Index r = 0; r < size; ++r) {
      const BoxSet interval = intervalOf(set, r);
      cone.lower[first + r] = interval.lower == -infinity ? -infinity : 0.0;
      cone.upper[first + r] = interval.upper == infinity ? infinity : 0.0;
    }
    for (Index k = 0; polyhedron != nullptr && k < polyhedron->H.rows(); ++k)
      cone.add(cone.A, first, polyhedron->H.row(k).transpose());
    if (directions) cone.projected.push_back({first, size, *directions, interaction.name()});
  }
}

/// D of a block over the rows that may have impulses. A resistor of a row's own holds none, which takes the row out.
Matrix feedthroughOf(const StateJump::Block& block, JumpCone& cone) {
  Matrix D = block.D;
  for (Index i = 0; i < block.rows; ++i) {
    if (!cone.isZero(block.row + i)) continue;
    D.row(i).setZero();
    D.col(i).setZero();
  }
  for (Index i = 0; i < block.rows; ++i) {
    Matrix others = D;
    others(i, i) = 0.0;
    if (!(D(i, i) > 0.0) || !others.row(i).isZero(0.0) || !others.col(i).isZero(0.0)) continue;
    cone.lower[block.row + i] = cone.upper[block.row + i] = 0.0;
    D(i, i) = 0.0;
  }
  return D;
}

/// v' D v = 0 for a positive semidefinite D, whose eigenvalues are compared in units in which its diagonal is one: v is
/// orthogonal to their vectors. False if D is not positive semidefinite.
bool addQuadratic(const StateJump::Block& block, const Matrix& D, JumpCone& cone) {
  Vector unit = D.diagonal();
  for (double& value : unit) value = value > 0.0 ? 1.0 / std::sqrt(value) : 1.0;
  const SymmetricEigen eigen = symmetricEigen(unit.asDiagonal() * (D + D.transpose()) * unit.asDiagonal());
  const double rounding = 1e-12 * eigen.values.cwiseAbs().maxCoeff();
  if (!(eigen.values[0] >= -rounding)) return false;
  for (Index i = 0; i < block.rows; ++i) {
    if (eigen.values[i] > rounding) cone.add(cone.C, block.row, eigen.vectors.col(i).cwiseQuotient(unit));
  }
  return true;
}

/// D v is in the dual cone, row by row.
void addDual(const StateJump::Block& block, const Matrix& D, JumpCone& cone) {
  for (Index i = 0; i < block.rows; ++i) {
    if (cone.isZero(block.row + i) || D.row(i).isZero(0.0)) continue;
    if (cone.lower[block.row + i] == 0.0) {
      cone.add(cone.A, block.row, D.row(i).transpose());
    } else if (cone.upper[block.row + i] == 0.0) {
      cone.add(cone.A, block.row, -D.row(i).transpose());
    } else {
      cone.add(cone.C, block.row, D.row(i).transpose());
    }
  }
}

/// The part of Q that D makes. It is known for intervals with D positive semidefinite or a P-matrix, for polyhedra with D = 0.
void addFeedthrough(const StateJump::Block& block, bool polyhedral, JumpCone& cone) {
  const Matrix D = feedthroughOf(block, cone);
  if (D.isZero(0.0)) return;
  if (!polyhedral && addQuadratic(block, D, cone)) {
    addDual(block, D, cone);
  } else if (!polyhedral && numerics::is_p(numerics::view(block.D)).answer == NSDS_P_YES) {
    cone.lower.segment(block.row, block.rows).setZero();
    cone.upper.segment(block.row, block.rows).setZero();
  } else {
    cone.known = false;
  }
}

}  // namespace

JumpCone coneOf(const StateJump& jump, const NonSmoothDynamicalSystem& nsds) {
  JumpCone cone(jump.output.size());
  for (const StateJump::Block& block : jump.blocks) {
    const Interaction& interaction = interactionOf(block, nsds);
    AdmissibleSet set = presentSet(jump.time, interaction);
    if (isOfOutput(set)) {
      addOutputs(block, interaction, set, cone);
    } else {
      addRecession(block, interaction, set, cone);
      addFeedthrough(block, std::holds_alternative<PolyhedronSet>(set), cone);
    }
  }
  return cone;
}

}  // namespace nsds
