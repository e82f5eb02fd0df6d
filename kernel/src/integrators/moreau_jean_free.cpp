// The velocities of a step without multipliers, and the iteration matrices that go with them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "integrators/moreau_jean.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/error.hpp"

namespace nsds {

/// v_free = v_k + W^-1 (h theta F_{k+1} + h (1 - theta) F_k), kept in the place of v, where W is diagonal and
/// K = C = 0.
void MoreauJeanOSI::Implementation::freeVelocities() {
  evaluateForces(driven, step.t1);
  const double early = step.h * (1.0 - theta);
  const double late = step.h * theta;
  for (const DofRange& range : plain) {
    const std::int32_t first = range.first;
    double* const v = nsds->velocity() + first;
    const double* const vStart = nsds->startVelocity() + first;
    const double* const forceStart = nsds->startForce() + first;
    const double* const forceEnd = nsds->force() + first;
    const double* const inverse = matrices.inverseDiagonal() + first;
    withSize(range.last - first, [=](auto size) {
      for (std::int32_t i = 0; i < size; ++i)
        v[i] = vStart[i] + inverse[i] * (early * forceStart[i] + late * forceEnd[i]);
    });
  }
  for (const std::size_t s : coupled) freeVelocity(s);
}

/// v_free = v_k + W^-1 (h theta F_{k+1} + h (1 - theta) F_k - h C v_k - h^2 theta K v_k - h K q_k)
void MoreauJeanOSI::Implementation::freeVelocity(std::size_t index) {
  const System& s = systems[index];
  const double h = step.h;
  double* const rhs = nsds->velocity() + s.dof;
  const double* const forceStart = nsds->startForce() + s.dof;
  const double* const forceEnd = nsds->force() + s.dof;
  for (std::int32_t i = 0; i < s.n; ++i) rhs[i] = h * (1.0 - theta) * forceStart[i] + h * theta * forceEnd[i];
  const double* const v = nsds->startVelocity() + s.dof;
  if (s.linear != nullptr) {
    s.linear->damping().multiplyAdd(-h, v, rhs);
    s.linear->stiffness().multiplyAdd(-h * h * theta, v, rhs);
    s.linear->stiffness().multiplyAdd(-h, nsds->startPosition() + s.position, rhs);
  }
  imposePrescribed(s, v, rhs);
  matrices.solve(index, rhs);
  for (std::int32_t i = 0; i < s.n; ++i) rhs[i] += v[i];
}

/// v_free = v - W^-1 (M(q) (v - v_k) + h Gamma(v_theta) - h (1 - theta) F_k - h theta F), all at the present
/// iterate, in its place; Gamma the gyroscopic moment of bodies.
void MoreauJeanOSI::Implementation::freeVelocityNonlinear(std::size_t index) {
  const System& s = systems[index];
  const double h = step.h;
  const auto q = view(static_cast<const double*>(nsds->position()) + s.position, s.positions);
  auto v = view(nsds->velocity() + s.dof, s.n);
  const double* const force = nsds->force() + s.dof;
  auto mass = massScratch.topLeftCorner(s.n, s.n);
  auto dq = dqScratch.topLeftCorner(s.n, s.n);
  auto dv = dvScratch.topLeftCorner(s.n, s.n);
  s.ds->mass(q, mass);
  if (!forceIsCurrent) evaluateForce(s, step.t1);
  if (s.body != nullptr) {
    s.body->wrenchJacobians(step.t1, q, v, dq, dv);
  } else {
    s.ds->forceJacobians(step.t1, q, v, dq, dv);
  }

  const double* const forceStart = nsds->startForce() + s.dof;
  for (std::int32_t i = 0; i < s.n; ++i) {
    correction[static_cast<std::size_t>(i)] = h * (1.0 - theta) * forceStart[i] + h * theta * force[i];
  }
  const double* const start = nsds->startVelocity() + s.dof;
  for (std::int32_t j = 0; j < s.n; ++j) axpy(s.n, start[j] - v[j], mass.col(j).data(), correction.data());

  mass -= h * theta * dv + h * h * theta * theta * dq;  // now W
  if (s.body != nullptr) addGyroscopic(s, v.data(), correction.data(), massScratch);
  condensePrescribed(s, mass);
  imposePrescribed(s, v.data(), correction.data());
  if (double* const kept = keptMatrix(index)) Eigen::Map<Matrix>(kept, s.n, s.n) = mass;
  matrices.assign(index, mass, *s.ds);
  matrices.solve(index, correction.data());
  axpy(s.n, 1.0, correction.data(), v.data());
}

/// rhs -= h Gamma(v_theta), W += h theta dGamma/dv
void MoreauJeanOSI::Implementation::addGyroscopic(const System& s, const double* v, double* rhs,
                                                  Matrix& W) const {
  if (s.body->spherical()) return;
  const double* const start = nsds->startVelocity() + s.dof;
  Eigen::Vector3d mean;
  for (Index i = 0; i < 3; ++i) mean[i] = theta * v[3 + i] + (1.0 - theta) * start[3 + i];
  Eigen::Vector3d moment;
  Eigen::Matrix3d derivative;
  s.body->gyroscopicMoment(mean, moment);
  s.body->gyroscopicJacobian(mean, derivative);
  for (Index i = 0; i < 3; ++i) rhs[3 + i] -= step.h * moment[i];
  W.block<3, 3>(3, 3) += step.h * theta * derivative;
}

}  // namespace nsds
