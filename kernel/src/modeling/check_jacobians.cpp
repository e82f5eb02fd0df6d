#include "nsds/kernel/modeling/check_jacobians.hpp"

#include "modeling/finite_difference.hpp"

namespace nsds {

namespace {

double relativeDeviation(const Matrix& a, const Matrix& b) {
  const double scale = std::max({1e-300, a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff()});
  return (a - b).cwiseAbs().maxCoeff() / scale;
}

/// The stacked coordinates that the stacked displacements xi lead to.
Vector displaced(std::span<const MechanicalDS* const> systems, VectorConstRef xi) {
  Index size = 0;
  for (const MechanicalDS* system : systems) size += system->positionSize();
  Vector q(size);
  Index position = 0;
  Index dof = 0;
  for (const MechanicalDS* system : systems) {
    system->displace(system->q(), xi.segment(dof, system->dimension()),
                     q.segment(position, system->positionSize()));
    position += system->positionSize();
    dof += system->dimension();
  }
  return q;
}

}  // namespace

JacobianCheck check_jacobians(const MechanicalDS& system, double t) {
  const Index n = system.dimension();
  const Vector q = system.q();
  const Vector v = system.v();
  Matrix dq(n, n);
  Matrix dv(n, n);
  Matrix differenceDq(n, n);
  Matrix differenceDv(n, n);
  DifferenceScratch scratch;
  Vector at(q.size());
  const auto atXi = [&](VectorConstRef xi, VectorRef value) {
    system.displace(q, xi, at);
    system.force(t, at, v, value);
  };
  const auto atV = [&](VectorConstRef velocity, VectorRef value) { system.force(t, q, velocity, value); };
  system.forceJacobians(t, q, v, dq, dv);
  const double length = std::max(q.cwiseAbs().maxCoeff(), system.initialPosition().cwiseAbs().maxCoeff());
  centralDifferences(atXi, Vector::Zero(n), length, differenceDq, scratch);
  centralDifferences(atV, v, system.initialVelocity().cwiseAbs().maxCoeff(), differenceDv, scratch);
  return {relativeDeviation(dq, differenceDq), relativeDeviation(dv, differenceDv)};
}

double check_jacobian(const LagrangianRelation& relation, VectorConstRef q) {
  Matrix H(relation.rows(), q.size());
  Matrix difference(relation.rows(), q.size());
  DifferenceScratch scratch;
  relation.jacobian(0.0, q, H);
  centralDifferences([&](VectorConstRef at, VectorRef value) { relation.output(0.0, at, value); }, q, 0.0,
                     difference, scratch);
  return relativeDeviation(H, difference);
}

double check_jacobian(const MechanicalRelation& relation, std::span<const MechanicalDS* const> systems,
                      double t) {
  Index columns = 0;
  for (const MechanicalDS* system : systems) columns += system->dimension();
  Matrix H(relation.rows(), columns);
  Matrix difference(relation.rows(), columns);
  DifferenceScratch scratch;
  relation.jacobian(t, displaced(systems, Vector::Zero(columns)), H);
  centralDifferences(
      [&](VectorConstRef xi, VectorRef value) { relation.output(t, displaced(systems, xi), value); },
      Vector::Zero(columns), 0.0, difference, scratch);
  return relativeDeviation(H, difference);
}

}  // namespace nsds
