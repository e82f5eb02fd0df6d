#include "integrators/moreau_jean/free_velocities.hpp"

#include <algorithm>

namespace nsds {

void FreeVelocities::compile(double h) {
  uncoupled_.clear();
  coupled_.clear();
  nonlinear_.clear();
  prescribed_.compile(model_);
  Index largest = 0;
  for (std::size_t s = 0; s < model_.systems.size(); ++s) {
    const PlacedSystem& system = model_.systems[s];
    if (system.mechanical == nullptr) continue;
    const LinearMotion* const motion = system.linear;
    if (motion == nullptr) {
      nonlinear_.push_back(s);
      largest = std::max<Index>(largest, system.n);
      continue;
    }

    // A linear system keeps its W. Those where it is diagonal and K = C = 0 are stepped as ranges.
    compileMatrix(s, h);
    const bool sprung = !(motion->damping.zero() && motion->stiffness.zero());
    if (sprung || !system.mechanical->prescribed().empty() || !model_.matrices.isDiagonal(s)) {
      coupled_.push_back(s);
    } else if (!uncoupled_.empty() && uncoupled_.back().second == system.dof) {
      uncoupled_.back().second += system.n;
    } else {
      uncoupled_.emplace_back(system.dof, system.dof + system.n);
    }
  }
  correction_.setZero(largest);
  mean_.setZero(largest);
  for (Matrix* scratch : {&mass_, &dq_, &dv_}) scratch->setZero(largest, largest);
}

/// W = M + h θ C + h² θ² K of a linear system.
void FreeVelocities::compileMatrix(std::size_t system, double h) {
  const MechanicalDS& ds = *model_.systems[system].mechanical;
  const LinearMotion& motion = *model_.systems[system].linear;
  SystemMatrix W = motion.mass;
  W.add(h * theta_, motion.damping);
  W.add(h * h * theta_ * theta_, motion.stiffness);
  prescribed_.condense(model_, system, W);
  const Index n = ds.dimension();
  if (double* const kept = model_.keptMatrix(system)) W.copyTo(Eigen::Map<Matrix>(kept, n, n));
  model_.matrices.assignStored(system, W, ds);
}

void FreeVelocities::evaluate(const StepInterval& step, const SystemForces& forces) {
  forces.evaluateTimeDependent(point_.at(step).t);
  if (!uncoupled_.empty()) stepUncoupled(step);
  for (const std::size_t s : coupled_) stepCoupled(s, step);
  for (const std::size_t s : nonlinear_) stepNonlinear(s, step, forces);
}

/// v_free = v_k + W⁻¹ (h late F + h early F_k) where W is diagonal and K = C = 0.
void FreeVelocities::stepUncoupled(const StepInterval& step) {
  NonSmoothDynamicalSystem& nsds = *model_.nsds;
  const double early = step.h * point_.early();
  const double late = step.h * point_.late();
  for (const auto& [first, last] : uncoupled_) {
    double* const v = nsds.flat().velocity() + first;
    const double* const vStart = nsds.flat().startVelocity() + first;
    const double* const forceStart = nsds.flat().startForce() + first;
    const double* const forceEnd = nsds.flat().force() + first;
    const double* const inverse = model_.matrices.inverseDiagonal() + first;
    withSize(last - first, [=](auto size) {
      for (std::int32_t i = 0; i < size; ++i)
        v[i] = vStart[i] + inverse[i] * (early * forceStart[i] + late * forceEnd[i]);
    });
  }
}

/// v_free = v_k + W⁻¹ (h late F + h early F_k - h C v_k - h² θ K v_k - h K q_k)
void FreeVelocities::stepCoupled(std::size_t system, const StepInterval& step) {
  const PlacedSystem& s = model_.systems[system];
  const LinearMotion& motion = *s.linear;
  NonSmoothDynamicalSystem& nsds = *model_.nsds;
  const double h = step.h;
  double* const rhs = nsds.flat().velocity() + s.dof;
  const double* const forceStart = nsds.flat().startForce() + s.dof;
  const double* const forceEnd = nsds.flat().force() + s.dof;
  for (std::int32_t i = 0; i < s.n; ++i)
    rhs[i] = h * point_.early() * forceStart[i] + h * point_.late() * forceEnd[i];
  const double* const v = nsds.flat().startVelocity() + s.dof;
  motion.damping.multiplyAdd(-h, v, rhs);
  motion.stiffness.multiplyAdd(-h * h * theta_, v, rhs);
  motion.stiffness.multiplyAdd(-h, nsds.flat().startPosition() + s.position, rhs);
  prescribed_.impose(model_, system, step.t1, v, rhs);
  model_.matrices.solve(system, rhs);
  for (std::int32_t i = 0; i < s.n; ++i) rhs[i] += v[i];
}

/// v_free = v - W⁻¹ (M(q) (v - v_k) + h Γ(v_θ) - h early F_k - h late F), M and F at the evaluation point of the present
/// iterate, in the place of v.
void FreeVelocities::stepNonlinear(std::size_t system, const StepInterval& step, const SystemForces& forces) {
  const PlacedSystem& s = model_.systems[system];
  NonSmoothDynamicalSystem& nsds = *model_.nsds;
  const double h = step.h;
  const Instant at = point_.at(step);
  const auto q = view(at.q + s.position, s.positions);
  auto v = view(nsds.flat().velocity() + s.dof, s.n);
  auto mass = mass_.topLeftCorner(s.n, s.n);
  auto dq = dq_.topLeftCorner(s.n, s.n);
  auto dv = dv_.topLeftCorner(s.n, s.n);
  s.mechanical->mass(q, mass);
  if (!forces.current()) forces.evaluateStateDependent(s, at);
  s.mechanical->forceJacobiansWithoutGyroscopic(at.t, q, view(at.v + s.dof, s.n), dq, dv);

  // The defect of the equation of motion, with its sign turned, is the right-hand side.
  const double* const force = nsds.flat().force() + s.dof;
  const double* const forceStart = nsds.flat().startForce() + s.dof;
  double* const rhs = correction_.data();
  for (std::int32_t i = 0; i < s.n; ++i)
    rhs[i] = h * point_.early() * forceStart[i] + h * point_.late() * force[i];
  const double* const start = nsds.flat().startVelocity() + s.dof;
  for (std::int32_t j = 0; j < s.n; ++j) axpy(s.n, start[j] - v[j], mass.col(j).data(), rhs);

  mass -= h * theta_ * dv + h * h * theta_ * theta_ * dq;  // now W
  if (s.mechanical->hasGyroscopicTerms()) addGyroscopicTerms(s, h);
  prescribed_.condense(model_, system, mass);
  prescribed_.impose(model_, system, step.t1, v.data(), rhs);
  if (double* const kept = model_.keptMatrix(system)) Eigen::Map<Matrix>(kept, s.n, s.n) = mass;
  model_.matrices.assign(system, mass, *s.mechanical);
  model_.matrices.solve(system, rhs);
  axpy(s.n, 1.0, rhs, v.data());
}

/// rhs -= h Γ(v_θ), W += h θ dΓ/dv
void FreeVelocities::addGyroscopicTerms(const PlacedSystem& s, double h) {
  const double* const v = model_.nsds->flat().velocity() + s.dof;
  const double* const start = model_.nsds->flat().startVelocity() + s.dof;
  for (std::int32_t i = 0; i < s.n; ++i) mean_[i] = theta_ * v[i] + (1.0 - theta_) * start[i];
  s.mechanical->addGyroscopicTerms(-h, mean_.head(s.n), correction_.head(s.n));
  s.mechanical->addGyroscopicJacobian(h * theta_, mean_.head(s.n), mass_.topLeftCorner(s.n, s.n));
}

}  // namespace nsds
