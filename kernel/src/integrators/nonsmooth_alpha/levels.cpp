// The three levels of an iterate, and the means that are carried from step to step.
#include <algorithm>
#include <cmath>
#include <limits>

#include "integrators/nonsmooth_alpha/implementation.hpp"
#include "integrators/second_order/closing.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

// Of a contact in the iterates of a step: one opening is Newton's way to a solution.
constexpr unsigned char openingsAllowed = 2;

}  // namespace

void NonsmoothGeneralizedAlphaOSI::Implementation::compile(Model& model, double h) {
  NonSmoothDynamicalSystem& nsds = model.nsds();
  scales = model.scales();
  step = {nsds.time(), nsds.time() + h, h};
  closed = closedGap(scales, h);
  for (EndOfStep* each : {&ends, &positions, &velocities}) each->compile(nsds);
  constexpr const char* name = "NonsmoothGeneralizedAlphaOSI";
  relations.compile(name, ends.model());
  for (std::size_t c = 0; c < relations.list.size(); ++c) {
    const MechanicalRelation& relation = *relations.list[c].relation;
    check::that(!relation.frozenJacobian() || relation.constantJacobian(),
                "{} needs the gap of {} as a function of the coordinates, not as a detector finds it; "
                "RattleOSI takes "
                "that",
                name, nsds.interactions()[c]->name());
    check::that(!relations.list[c].velocityAlone, "{} needs outputs of positions; {} holds for rates alone",
                name, nsds.interactions()[c]->name());
  }
  for (EndOfStep* each : {&ends, &positions, &velocities}) each->compileOperators();
  builtDisplacementWeight = builtRateWeight = -1.0;  // none
  curvature.compile(scales);
  shift.compile(ends.model());
  missing.tellOfMechanics(ends.model());

  const auto n = static_cast<std::size_t>(nsds.flat().dofs());
  const auto m = static_cast<std::size_t>(nsds.flat().rows());
  numbers.resize(3 * n + 2 * m + 1, 0.0);
  for (auto* x : {&startMeanA, &knownA, &accelerationNow, &displacement, &velocity, &force, &rhs, &change})
    x->assign(n, 0.0);
  for (auto* x : {&knownLambda, &lambdaNow, &kappa, &gap, &predicted, &rows, &curvatures}) x->assign(m, 0.0);
  for (auto* x : {&touching, &openings, &pressed}) x->assign(m, 0);
  Index widest = 1;
  for (const PlacedSystem& system : ends.model().systems) widest = std::max<Index>(widest, system.n);
  for (Matrix* x : {&mass, &dq, &dv}) x->setZero(widest, widest);
}

/// The matrices of linear systems stay as long as the weights of their levels do, as in equal steps, and with them what constant
/// Jacobians make of them.
void NonsmoothGeneralizedAlphaOSI::Implementation::compileLinear() {
  const double displacementWeight = step.h * step.h * beta * share, rateWeight = step.h * gamma * share;
  if (displacementWeight == builtDisplacementWeight && rateWeight == builtRateWeight) return;
  compileLinear(positions, displacementWeight, rateWeight);
  compileLinear(velocities, 0.0, rateWeight);
  builtDisplacementWeight = displacementWeight;
  builtRateWeight = rateWeight;
}

/// M + displacementWeight K + rateWeight C of linear systems.
void NonsmoothGeneralizedAlphaOSI::Implementation::compileLinear(EndOfStep& of, double displacementWeight,
                                                                 double rateWeight) {
  CompiledModel& at = of.model();
  for (std::size_t s = 0; s < at.systems.size(); ++s) {
    const LinearMotion* const linear = at.systems[s].linear;
    if (linear == nullptr) continue;
    SystemMatrix A = linear->mass;
    A.add(displacementWeight, linear->stiffness);
    A.add(rateWeight, linear->damping);
    at.matrices.assignStored(s, A, *at.systems[s].mechanical);
  }
  for (std::size_t c = 0; c < relations.list.size(); ++c) {
    if (relations.list[c].constantOperator) at.condense(c);
  }
}

/// The accelerations without multipliers, which the first step then takes as impulses P alone: an error of order h² once.
void NonsmoothGeneralizedAlphaOSI::Implementation::beginMemory() {
  ends.evaluate(ends.model().nsds->time());
  std::fill(numbers.begin(), numbers.end(), 0.0);
  std::copy_n(flat().force(), flat().dofs(), a());
  for (std::size_t s = 0; s < ends.model().systems.size(); ++s)
    ends.model().matrices.solve(s, a() + ends.model().systems[s].dof);
  std::copy_n(a(), flat().dofs(), meanA());
  std::copy_n(flat().force(), flat().dofs(), lastForce());
}

/// Coefficients of a step for the length of the last one, as a share of that of the step. ā_k is the acceleration at t_k + late h_k
/// to first order, and ā_{k+1} is to be that at t_{k+1} + late h. With these α_m it is, and with these γ velocities are of order two,
/// whatever the lengths are; for equal ones they are those of Chung and Hulbert. β is theirs of γ: vibrations of any
/// stiffness then stay bounded for lengths in the ratio of 4 that alternate, if ρ∞ ≥ 0.8, and grow by 0.1 % a step for 10. (ā_k as
/// rescaled to the length of the step, a_k + (ā_k − a_k) h/h_k, is of order two as well, but has stiff vibrations grow by 8 % a step for the ratio of
/// 4.)
void NonsmoothGeneralizedAlphaOSI::Implementation::chooseCoefficients(double last) {
  // For ρ∞ near zero a step many times as long as the last one would divide by zero.
  constexpr double least = 0.1;
  const double back = late < 0.0 ? std::max(last, 1.0 + (1.0 - least) / late) : last;
  const double between = 1.0 + late * (1.0 - back);
  alphaM = (alphaF + late) / between;
  gamma = (0.5 - late * back) / between;
  beta = 0.25 * (0.5 + gamma) * (0.5 + gamma);
  share = (1.0 - alphaF) / (1.0 - alphaM);
}

/// ā_k and what ā_{k+1} has of the past. Where the forces at t_k are not those that the last step ended with, since the
/// user has set others, a_k and ā_k jump by the difference: what the means know of the motion before stays.
void NonsmoothGeneralizedAlphaOSI::Implementation::beginMeans() {
  const std::size_t n = startMeanA.size();
  const double* const now = flat().startForce();
  std::copy_n(a(), n, knownA.begin());
  std::copy_n(meanA(), n, startMeanA.begin());
  if (!std::equal(now, now + n, lastForce())) {
    ends.evaluate(step.t0);
    for (std::size_t i = 0; i < n; ++i) rhs[i] = now[i] - lastForce()[i];
    for (std::size_t s = 0; s < ends.model().systems.size(); ++s)
      ends.model().matrices.solve(s, rhs.data() + ends.model().systems[s].dof);
    for (std::size_t i = 0; i < n; ++i) {
      knownA[i] += rhs[i];
      startMeanA[i] += rhs[i];
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    knownA[i] = (alphaF * knownA[i] - alphaM * startMeanA[i]) / (1.0 - alphaM);
}

void NonsmoothGeneralizedAlphaOSI::Implementation::begin(const StepInterval& interval) {
  step = interval;
  chooseCoefficients(lastLength() > 0.0 ? lastLength() / step.h : 1.0);
  compileLinear();
  std::copy_n(flat().startPosition(), flat().positions(), flat().position());
  beginMeans();
  for (std::size_t i = 0; i < knownLambda.size(); ++i) {
    knownLambda[i] = (alphaF * lambda()[i] - alphaM * meanLambda()[i]) / (1.0 - alphaM);
    lambdaNow[i] = lambda()[i];
    kappa[i] = 0.5 * flat().multiplier()[i];
    pressed[i] = flat().multiplier()[i] > 0.0 ? 1 : 0;
  }
  for (auto* x : {&touching, &openings}) std::fill(x->begin(), x->end(), 0);
  for (std::size_t i = 0; i < displacement.size(); ++i) displacement[i] = step.h * flat().startVelocity()[i];
  ends.displace(flat().startPosition(), displacement.data(), flat().position());
  ends.outputs(step.t1, flat().position(), gap.data());
}

void NonsmoothGeneralizedAlphaOSI::Implementation::activate(const IndexSet& all, IndexSet& active) {
  if (level == AlphaLevel::position) {
    active = all;
    for (UnitaryRelation& relation : active) {
      if (!relations.list[static_cast<std::size_t>(relation.interactionIndex)].friction) continue;
      relation.part = RelationPart::normal;
      relation.rows = 1;
    }
    return;
  }
  selectRelations(relations, all, active, [&](const UnitaryRelation& relation) {
    const auto row = static_cast<std::size_t>(relation.row);
    return touching[row] != 0 && (level == AlphaLevel::velocity || pressed[row] != 0);
  });
}

/// rhs of a system becomes A⁻¹ (rhs + M change), A = M − displacementWeight ∂F/∂q − rateWeight ∂F/∂v at the present iterate, which is
/// the matrix of a level.
void NonsmoothGeneralizedAlphaOSI::Implementation::solveSystem(std::size_t system, double displacementWeight,
                                                               double rateWeight, CompiledModel& at) {
  const PlacedSystem& s = at.systems[system];
  if (s.linear != nullptr) {
    s.linear->mass.multiplyAdd(1.0, change.data() + s.dof, rhs.data() + s.dof);
    at.matrices.solve(system, rhs.data() + s.dof);
    return;
  }
  auto A = mass.topLeftCorner(s.n, s.n);
  auto byQ = dq.topLeftCorner(s.n, s.n);
  auto byV = dv.topLeftCorner(s.n, s.n);
  const auto q = view(static_cast<const double*>(flat().position()) + s.position, s.positions);
  const auto v = view(static_cast<const double*>(flat().velocity()) + s.dof, s.n);
  s.mechanical->mass(q, A);
  s.mechanical->forceJacobians(step.t1, q, v, byQ, byV);
  for (std::int32_t j = 0; j < s.n; ++j)
    axpy(s.n, change[static_cast<std::size_t>(s.dof + j)], A.col(j).data(), rhs.data() + s.dof);
  A -= displacementWeight * byQ + rateWeight * byV;
  at.matrices.assign(system, A, *s.mechanical);
  at.matrices.solve(system, rhs.data() + s.dof);
}

// Positions

/// x of W x, which the sums of unknown multipliers have beyond those of this level: of normals and joints h² ((½ − β) λ̄_k + β ...),
/// along tangents less all of κ there, that of the last iterate.
void NonsmoothGeneralizedAlphaOSI::Implementation::gatherPositionRows() {
  const double h = step.h;
  for (std::size_t c = 0; c < relations.list.size(); ++c) {
    const CondensedInteraction& record = ends.condensed().interactions[c];
    const auto block = static_cast<std::int32_t>(relations.list[c].law->blockSize());
    for (std::int32_t r = 0; r < record.rows; ++r) {
      const auto row = static_cast<std::size_t>(record.row + r);
      if (!relations.list[c].friction || r % block == 0) {
        rows[row] = h * h * ((0.5 - beta) * meanLambda()[row] + beta * knownLambda[row]);
        continue;
      }
      const double mean = share * lambdaNow[row] + knownLambda[row];
      const double jump = flat().multiplier()[row] - h * ((1.0 - gamma) * meanLambda()[row] + gamma * mean);
      rows[row] = -0.5 * h * jump - h * h * beta * share * lambdaNow[row];
    }
  }
}

/// S δ = M (h v_k + h² ((½ − β) ā_k + β ...) − ξ) + h² β c F − W x, ξ the displacement of the last iterate.
void NonsmoothGeneralizedAlphaOSI::Implementation::linearisePositions(const IndexSet& active) {
  const double h = step.h;
  std::copy_n(flat().velocity(), velocity.size(), velocity.begin());
  ends.evaluate(step.t1);
  positions.takeJacobians(ends);
  ends.forces(step.t1, flat().velocity(), force.data());
  for (std::size_t i = 0; i < rhs.size(); ++i) {
    rhs[i] = h * h * beta * share * force[i];
    change[i] = h * flat().startVelocity()[i] + h * h * ((0.5 - beta) * startMeanA[i] + beta * knownA[i]) -
                displacement[i];
  }
  gatherPositionRows();
  ends.addImpulse(-1.0, rows.data(), rhs.data());
  for (std::size_t s = 0; s < ends.model().systems.size(); ++s)
    solveSystem(s, h * h * beta * share, h * gamma * share, positions.model());
  std::copy(rhs.begin(), rhs.end(), change.begin());
  positions.condense(active);
}

void NonsmoothGeneralizedAlphaOSI::Implementation::updatePositions(const IndexSet& active,
                                                                   const double* multipliers) {
  std::fill(rhs.begin(), rhs.end(), 0.0);
  addRight(positions.condensed(), active, multipliers, rhs.data());
  for (std::size_t i = 0; i < rhs.size(); ++i) change[i] += step.h * rhs[i];
  for (std::size_t i = 0; i < rhs.size(); ++i) displacement[i] += change[i];
  displacementChange = largest(change, flat().position());
  scatterMultipliers(active, multipliers, flat().rows(), kappa.data());
  ends.displace(flat().startPosition(), displacement.data(), flat().position());
  predicted.swap(gap);
  ends.outputs(step.t1, flat().position(), gap.data());
  closingDefect = 0.0;
  for (const UnitaryRelation& relation : active) {
    const auto c = static_cast<std::size_t>(relation.interactionIndex);
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const auto row = static_cast<std::size_t>(relation.row + r);
      const double moved = dotLeft(positions.condensed(), positions.condensed().interactions[c],
                                   relation.rowInInteraction + r, change.data());
      closingDefect =
          std::max(closingDefect, beyondCoordinates(positions.model(), c, relation.rowInInteraction + r,
                                                    flat().position(), gap[row] - predicted[row] - moved));
    }
    if (relations.list[c].unilateral) decideTouching(static_cast<std::size_t>(relation.row));
  }
}

/// Where impacts rub along several contacts, the friction of each, κ = h/2 Λ, may push the body off the others, whose impulses then
/// vanish, so that it penetrates again: no set of closed contacts agrees with itself. A contact that has opened twice in the
/// iterates of a step counts as closed in it: its impulse is that of an impact which is a part of a step early.
void NonsmoothGeneralizedAlphaOSI::Implementation::decideTouching(std::size_t row) {
  const bool touches = kappa[row] > 0.0 || gap[row] <= closed;
  if (!touches && touching[row] != 0 && openings[row] < openingsAllowed) ++openings[row];
  touching[row] = touches || openings[row] == openingsAllowed ? 1 : 0;
}

// Accelerations

void NonsmoothGeneralizedAlphaOSI::Implementation::lineariseAccelerations(const IndexSet& active) {
  ends.evaluate(step.t1);
  ends.forces(step.t1, flat().velocity(), force.data());
  std::copy(force.begin(), force.end(), accelerationNow.begin());
  for (std::size_t s = 0; s < ends.model().systems.size(); ++s)
    ends.model().matrices.solve(s, accelerationNow.data() + ends.model().systems[s].dof);
  ends.condense(active);
  forEachInteraction(active, [&](std::size_t c) {
    curvature.evaluate(static_cast<std::int32_t>(c), step.t1, flat().position(), flat().velocity(),
                       curvatures.data() + ends.condensed().interactions[c].row);
  });
}

/// Of tangents the acceleration and, over h, the slip, so that friction acts against the slip where there is one.
void NonsmoothGeneralizedAlphaOSI::Implementation::freeAccelerations(const IndexSet& active, double* w) {
  for (const UnitaryRelation& relation : active) {
    const auto c = static_cast<std::size_t>(relation.interactionIndex);
    ends.ratesOf(relation, flat().velocity(), w);
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const double slip = relations.holdsForPositions(relation, r) ? 0.0 : w[r] / step.h;
      w[r] = slip + curvatures[static_cast<std::size_t>(relation.row + r)] +
             dotLeft(ends.condensed(), ends.condensed().interactions[c], relation.rowInInteraction + r,
                     accelerationNow.data());
    }
    w += relation.rows;
  }
}

// Velocities

/// (M − h γ c ∂F/∂v) δ = M (v_k + h ((1 − γ) ā_k + γ ...) − v) + h γ c F − W x
void NonsmoothGeneralizedAlphaOSI::Implementation::lineariseVelocities(const IndexSet& active) {
  const double h = step.h;
  velocities.takeJacobians(ends);
  double* const v = flat().velocity();
  for (std::size_t i = 0; i < rhs.size(); ++i) {
    rhs[i] = h * gamma * share * force[i];
    change[i] = flat().startVelocity()[i] + h * ((1.0 - gamma) * startMeanA[i] + gamma * knownA[i]) - v[i];
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = h * ((1.0 - gamma) * meanLambda()[i] + gamma * knownLambda[i]);
  ends.addImpulse(-1.0, rows.data(), rhs.data());
  for (std::size_t s = 0; s < ends.model().systems.size(); ++s)
    solveSystem(s, 0.0, h * gamma * share, velocities.model());
  for (std::size_t i = 0; i < rhs.size(); ++i) v[i] += rhs[i];
  velocities.condense(active);
}

void NonsmoothGeneralizedAlphaOSI::Implementation::updateVelocities(const IndexSet& active,
                                                                    const double* multipliers) {
  FlatVectors& vectors = flat();
  addRight(velocities.condensed(), active, multipliers, vectors.velocity());
  ends.model().checkVelocities();
  scatterMultipliers(active, multipliers, vectors.rows(), vectors.multiplier());
  std::fill_n(vectors.input(), vectors.dofs(), 0.0);
  velocities.addImpulse(1.0, vectors.multiplier(), vectors.input());
  std::copy(gap.begin(), gap.end(), vectors.output());
  velocities.rates(vectors.velocity(), vectors.rate());
  for (std::size_t i = 0; i < change.size(); ++i) change[i] = vectors.velocity()[i] - velocity[i];
  velocityChange = largest(change);
  pressedChanged = false;
  for (std::size_t i = 0; i < pressed.size(); ++i) {
    const unsigned char now = vectors.multiplier()[i] > 0.0 ? 1 : 0;
    pressedChanged = pressedChanged || (touching[i] != 0 && now != pressed[i]);
    pressed[i] = now;
  }
}

/// The largest entry over degrees of freedom, as of lengths, of what is more than rounding of the coordinates, if they are given;
/// infinite where it is no number.
double NonsmoothGeneralizedAlphaOSI::Implementation::largest(const std::vector<double>& of,
                                                             const double* coordinates) const {
  double most = 0.0;
  for (const PlacedSystem& s : ends.model().systems) {
    const double rounded =
        coordinates == nullptr ? 0.0 : roundingOf(view(coordinates + s.position, s.positions));
    for (std::int32_t i = 0; i < s.n; ++i) {
      double size = std::abs(of[static_cast<std::size_t>(s.dof + i)]);
      if (!std::isfinite(size)) return std::numeric_limits<double>::infinity();
      size = std::max(0.0, size - rounded);
      most = std::max(most, size * scales.length / s.mechanical->typicalSize(i, scales.length));
    }
  }
  return most;
}

/// How much the last iterate has changed, relative to the scale of velocities.
double NonsmoothGeneralizedAlphaOSI::Implementation::residual() const {
  if (pressedChanged) return std::numeric_limits<double>::infinity();
  const double way = closingWay(scales, step.h);
  return std::max({velocityChange / scales.velocity(), displacementChange / way, closingDefect / way});
}

void NonsmoothGeneralizedAlphaOSI::Implementation::end() {
  for (std::size_t i = 0; i < knownA.size(); ++i) {
    a()[i] = accelerationNow[i];
    meanA()[i] = share * accelerationNow[i] + knownA[i];
  }
  for (std::size_t i = 0; i < knownLambda.size(); ++i) {
    lambda()[i] = lambdaNow[i];
    meanLambda()[i] = share * lambdaNow[i] + knownLambda[i];
  }
  lastLength() = step.h;
}

}  // namespace nsds
