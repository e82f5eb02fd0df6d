#include "nsds/kernel/modeling/mechanical_ds.hpp"

#include "linalg/definiteness.hpp"
#include "linalg/vector_loops.hpp"
#include "modeling/checks.hpp"

namespace nsds {

MechanicalDS::MechanicalDS(VectorConstRef q0, VectorConstRef v0, bool constantMass, bool constantFExt)
    : DynamicalSystem(2, q0, v0),
      constantMass_(constantMass),
      constantFExt_(constantFExt),
      externalScratch_(Vector::Zero(v0.size())),
      reaction_(Vector::Zero(v0.size())) {}

MechanicalDS::~MechanicalDS() = default;

namespace {

[[noreturn, gnu::noinline, gnu::cold]] void refuseMass(const MechanicalDS& system, Index dof, double entry) {
  throw Error(fmt::format("{}: M(q) has the entry {} at ({}, {}); a mass matrix is positive definite",
                          system.name(), entry, dof, dof));
}

void clear(MatrixRef A) {
  forEachRun(A, [](double* values, Index count) { nsds::clear(count, values); });
}

void negate(MatrixRef A) {
  forEachRun(A, [](double* values, Index count) {
    for (Index i = 0; i < count; ++i) values[i] = -values[i];
  });
}

}  // namespace

void MechanicalDS::mass(VectorConstRef q, MatrixRef mass) const {
  clear(mass);
  doMass(q, mass);
  for (Index j = 0; j < mass.cols(); ++j) {
    check::finiteResult(*this, "M(q)", mass.col(j).data(), mass.rows());
    if (mass(j, j) < 0.0) refuseMass(*this, j, mass(j, j));
  }
}

void MechanicalDS::requireMass(VectorConstRef q) const {
  Matrix m(dimension(), dimension());
  mass(q, m);
  check::symmetric(name(), "the mass matrix M(q) at the present q", m, 1e-9);
  check::that(isPositiveSemidefinite(m), "{}: the mass matrix M(q) is not positive definite at the present q",
              name());
}

void MechanicalDS::fExt(double t, VectorRef force) const {
  clear(force.size(), force.data());
  doFExt(t, force);
  check::finiteResult(*this, "F_ext", force.data(), force.size(), t);
}

void MechanicalDS::force(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const {
  clear(force.size(), force.data());
  doFIntGyr(t, q, v, force);
  check::finiteResult(*this, "F_int + F_gyr", force.data(), force.size(), t);
  fExt(t, externalScratch_);
  force = externalScratch_ - force;
}

void MechanicalDS::forceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                                  MatrixRef dv) const {
  clear(dq);
  clear(dv);
  doFIntGyrJacobians(t, q, v, dq, dv);
  check::finiteResult(*this, "dF/dq", dq, t);
  check::finiteResult(*this, "dF/dv", dv, t);
  negate(dq);
  negate(dv);
}

void MechanicalDS::addGyroscopicTerms(double, VectorConstRef, VectorRef) const {}

void MechanicalDS::addGyroscopicJacobian(double, VectorConstRef, MatrixRef) const {}

void MechanicalDS::forceWithoutGyroscopic(double t, VectorConstRef q, VectorConstRef v,
                                          VectorRef force) const {
  this->force(t, q, v, force);
  addGyroscopicTerms(1.0, v, force);
}

void MechanicalDS::forceJacobiansWithoutGyroscopic(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                                                   MatrixRef dv) const {
  forceJacobians(t, q, v, dq, dv);
  addGyroscopicJacobian(1.0, v, dv);
}

void MechanicalDS::positionRate(VectorConstRef, VectorConstRef v, VectorRef rate) const {
  rate = v;
}

void MechanicalDS::positionAcceleration(VectorConstRef, VectorConstRef, VectorConstRef a,
                                        VectorRef acceleration) const {
  acceleration = a;
}

void MechanicalDS::velocityOf(VectorConstRef, VectorConstRef rate, VectorRef v) const {
  v = rate;
}

void MechanicalDS::normalise(VectorRef) const {}

double MechanicalDS::typicalSize(Index, double length) const {
  return length;
}

double MechanicalDS::kineticEnergy() const {
  Matrix m(dimension(), dimension());
  mass(q(), m);
  return 0.5 * v().dot(m * v());
}

Vector MechanicalDS::massDiagonal() const {
  Matrix m(dimension(), dimension());
  mass(initialPosition(), m);
  return m.diagonal();
}

void MechanicalDS::prescribe(Index dof, PrescribedVelocity velocity) {
  check::that(dof >= 0 && dof < dimension(),
              "{}: there is no degree of freedom {}; they are numbered from 0 to {}", name(), dof,
              dimension() - 1);
  check::that(static_cast<bool>(velocity), "{}: the velocity prescribed for degree of freedom {} is empty",
              name(), dof);
  std::erase_if(prescribed_, [dof](const auto& p) { return p.first == dof; });
  prescribed_.emplace_back(dof, std::move(velocity));
  operatorsChanged();
}

void MechanicalDS::doDisplace(VectorConstRef q, VectorConstRef xi, VectorRef result) const {
  result = q + xi;
}

}  // namespace nsds
