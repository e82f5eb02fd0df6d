#include "integrators/schatzman_paoli/two_step_motion.hpp"

#include <algorithm>

namespace nsds {

void TwoStepMotion::compile(double h) {
  nonlinear_.clear();
  current_ = false;
  Index largest = 0;
  for (std::size_t s = 0; s < model_.systems.size(); ++s) {
    if (model_.systems[s].linear != nullptr) {
      compileMatrix(s, h);
    } else {
      nonlinear_.push_back(s);
      largest = std::max<Index>(largest, model_.systems[s].n);
    }
  }
  const bool any = !nonlinear_.empty();
  point_.assign(any ? static_cast<std::size_t>(model_.nsds->flat().positions()) : 0U, 0.0);
  mean_.assign(any ? static_cast<std::size_t>(model_.nsds->flat().dofs()) : 0U, 0.0);
  correction_.setZero(largest);
  for (Matrix* scratch : {&mass_, &dq_, &dv_}) scratch->setZero(largest, largest);
}

void TwoStepMotion::compileMatrix(std::size_t system, double h) {
  const LinearMotion& motion = *model_.systems[system].linear;
  SystemMatrix W = motion.mass;
  W.add(0.5 * h, motion.damping);
  W.add(0.5 * theta_ * h * h, motion.stiffness);
  model_.matrices.assignStored(system, W, *model_.systems[system].mechanical);
}

void TwoStepMotion::evaluateState(double t) {
  FlatVectors& flat = model_.nsds->flat();
  for (const PlacedSystem& s : model_.systems) {
    if (s.linear != nullptr) {
      s.mechanical->fExt(t, view(flat.force() + s.dof, s.n));
    } else {
      s.mechanical->forceWithoutGyroscopic(t, view(flat.position() + s.position, s.positions),
                                           view(flat.velocity() + s.dof, s.n),
                                           view(flat.force() + s.dof, s.n));
    }
  }
  current_ = false;
}

void TwoStepMotion::evaluateForces(const StepInterval& step) {
  if (current_ || linear()) return;
  FlatVectors& flat = model_.nsds->flat();
  displacements_.move(flat.velocity(), 0.5 * theta_ * step.h, -0.5 * theta_ * step.h, point_.data());
  for (std::size_t i = 0; i < mean_.size(); ++i)
    mean_[i] = 0.5 * (flat.velocity()[i] + flat.startVelocity()[i]);
  for (const std::size_t index : nonlinear_) {
    const PlacedSystem& s = model_.systems[index];
    s.mechanical->forceWithoutGyroscopic(step.t0, view(point_.data() + s.position, s.positions),
                                         view(mean_.data() + s.dof, s.n), view(flat.force() + s.dof, s.n));
  }
  current_ = true;
}

void TwoStepMotion::evaluate(const StepInterval& step) {
  evaluateForces(step);
  for (std::size_t s = 0; s < model_.systems.size(); ++s) {
    if (model_.systems[s].linear != nullptr) stepLinear(model_.systems[s], s, step.h);
  }
  for (const std::size_t s : nonlinear_) stepNonlinear(s, step);
}

/// v_free = v_k + h W⁻¹ (F_ext(t_k) - C v_k - K q_k): the scheme, written for the velocities over the steps.
void TwoStepMotion::stepLinear(const PlacedSystem& s, std::size_t index, double h) {
  FlatVectors& flat = model_.nsds->flat();
  const double* const start = flat.startVelocity() + s.dof;
  double* const v = flat.velocity() + s.dof;
  for (std::int32_t i = 0; i < s.n; ++i) v[i] = h * flat.force()[s.dof + i];
  s.linear->damping.multiplyAdd(-h, start, v);
  s.linear->stiffness.multiplyAdd(-h, flat.startPosition() + s.position, v);
  model_.matrices.solve(index, v);
  for (std::int32_t i = 0; i < s.n; ++i) v[i] += start[i];
}

/// v_free = v - W⁻¹ (M(q_k) (v - v_k) + h Γ(v̄) - h F), at the present iterate, in its place.
void TwoStepMotion::stepNonlinear(std::size_t index, const StepInterval& step) {
  const PlacedSystem& s = model_.systems[index];
  FlatVectors& flat = model_.nsds->flat();
  const double h = step.h;
  const auto v = view(flat.velocity() + s.dof, s.n);
  const auto start = view(flat.startVelocity() + s.dof, s.n);
  const auto mean = view(static_cast<const double*>(mean_.data()) + s.dof, s.n);
  auto mass = mass_.topLeftCorner(s.n, s.n);
  auto dq = dq_.topLeftCorner(s.n, s.n);
  auto dv = dv_.topLeftCorner(s.n, s.n);
  auto rhs = correction_.head(s.n);
  s.mechanical->mass(view(flat.startPosition() + s.position, s.positions), mass);
  s.mechanical->forceJacobiansWithoutGyroscopic(
      step.t0, view(static_cast<const double*>(point_.data()) + s.position, s.positions), mean, dq, dv);

  // The defect of the equation of motion, with its sign turned, is the right-hand side.
  rhs = h * view(static_cast<const double*>(flat.force()) + s.dof, s.n);
  for (std::int32_t j = 0; j < s.n; ++j) axpy(s.n, start[j] - v[j], mass.col(j).data(), rhs.data());

  mass -= 0.5 * h * dv + 0.5 * theta_ * h * h * dq;  // now W
  if (s.mechanical->hasGyroscopicTerms()) {
    s.mechanical->addGyroscopicTerms(-h, mean, rhs);
    s.mechanical->addGyroscopicJacobian(0.5 * h, mean, mass);
  }
  model_.matrices.assign(index, mass, *s.mechanical);
  model_.matrices.solve(index, rhs.data());
  axpy(s.n, 1.0, rhs.data(), flat.velocity() + s.dof);
}

}  // namespace nsds
