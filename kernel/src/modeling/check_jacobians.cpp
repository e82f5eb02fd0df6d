#include "nsds/kernel/modeling/check_jacobians.hpp"

#include "modeling/checks.hpp"
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

template <class Function>
Matrix differencesOf(const Function& value, VectorConstRef x, Index rows) {
  Matrix difference(rows, x.size());
  DifferenceScratch scratch;
  centralDifferences(value, x, 0.0, difference, scratch);
  return difference;
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

double check_jacobian(const FirstOrderDS& system, VectorConstRef x, double t) {
  check::that(x.size() == system.dimension(), "check_jacobian: x has {} entries, {} has {} states", x.size(),
              system.name(), system.dimension());
  Matrix J(x.size(), x.size());
  J.setZero();
  system.jacobian(t, x, J);
  return relativeDeviation(
      J, differencesOf([&](VectorConstRef at, VectorRef value) { system.f(t, at, value); }, x, x.size()));
}

FirstOrderJacobianCheck check_jacobians(const FirstOrderRelation& relation, VectorConstRef x,
                                        VectorConstRef lambda, double t) {
  const Index m = relation.rows(), n = x.size();
  check::that(lambda.size() == m, "check_jacobians: lambda has {} entries, {} has {} rows", lambda.size(),
              relation.name(), m);
  Matrix C = Matrix::Zero(m, n), D = Matrix::Zero(m, m), K = Matrix::Zero(n, n), B = Matrix::Zero(n, m);
  relation.outputJacobians(t, x, lambda, C, D);
  relation.inputJacobians(t, x, lambda, K, B);
  const auto deviation = [&](const Matrix& given, VectorConstRef from, auto&& value) {
    return relativeDeviation(given, differencesOf(value, from, given.rows()));
  };
  return {deviation(C, x, [&](VectorConstRef at, VectorRef y) { relation.output(t, at, lambda, y); }),
          deviation(D, lambda, [&](VectorConstRef at, VectorRef y) { relation.output(t, x, at, y); }),
          deviation(K, x, [&](VectorConstRef at, VectorRef r) { relation.input(t, at, lambda, r); }),
          deviation(B, lambda, [&](VectorConstRef at, VectorRef r) { relation.input(t, x, at, r); })};
}

}  // namespace nsds
