#include "integrators/second_order/half_step.hpp"

#include <algorithm>
#include <cmath>

#include "integrators/second_order/closing.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr double roundingOfTerms = 16.0 * epsilon;  // of a row of the balance, which has a dozen terms or so
constexpr double unseen = 0.1;                      // of a gap that counts as closed

}  // namespace

void HalfStep::compile(NonSmoothDynamicalSystem& nsds, const Scales& scales, double h) {
  scales_ = scales;
  model_.compile(nsds);
  // Gaps are differences of coordinates, of which they have the rounding.
  rounding_.value = unseen * closedGap(scales, h) / h;
  model_.condensed.rounding = &rounding_;
  const FlatVectors& flat = nsds.flat();
  for (auto* x : {&half_, &change_, &force_, &impulse_, &explicit_})
    x->assign(static_cast<std::size_t>(flat.dofs()), 0.0);
  for (auto* x : {&multipliers_, &gap_, &predicted_, &gamma_, &turn_})
    x->assign(static_cast<std::size_t>(flat.rows()), 0.0);
  drifts_.assign(static_cast<std::size_t>(flat.rows()), 0);
  Index largest = 1;
  for (const PlacedSystem& system : model_.systems) largest = std::max<Index>(largest, system.n);
  for (Matrix* x : {&mass_, &dq_, &dv_}) x->setZero(largest, largest);
  rhs_.setZero(largest);
  systems_.compile();

  if (rules_.normal == NormalRow::accelerates) curvature_.compile(scales);
  linear_ = true;
  for (std::size_t s = 0; s < model_.systems.size(); ++s) compileSystem(s, h);
  values_.compile(nsds.time());
  startH_ = model_.condensed.pool;
  for (std::size_t c = 0; c < relations_.list.size(); ++c) {
    if (relations_.list[c].constantOperator) model_.condense(c);
  }
}

/// W = M + h/2 C of a linear system; M of all where forces are explicit.
void HalfStep::compileSystem(std::size_t system, double h) {
  const PlacedSystem& s = model_.systems[system];
  linear_ = linear_ && s.linear != nullptr;
  if (s.linear == nullptr || rules_.explicitForces) return;
  SystemMatrix W = s.linear->mass;
  W.add(0.5 * h, s.linear->damping);
  model_.matrices.assignStored(system, W, *s.mechanical);
}

void HalfStep::begin(const StepInterval& step) {
  step_ = step;
  FlatVectors& flat = model_.nsds->flat();
  std::copy_n(flat.startVelocity(), flat.dofs(), half_.begin());
  std::copy_n(flat.startForce(), flat.dofs(), force_.begin());
  // A contact at rest has half of its impulse at either end of the step.
  for (std::size_t i = 0; i < multipliers_.size(); ++i) multipliers_[i] = 0.5 * flat.multiplier()[i];
  std::fill(drifts_.begin(), drifts_.end(), 0);
  std::fill(turn_.begin(), turn_.end(), 0.0);
  if (!relations_.affine) {
    values_.jacobians(step.t0, flat.startPosition());
    std::copy(model_.condensed.pool.begin(), model_.condensed.pool.end(), startH_.begin());
  }
  if (rules_.explicitForces) explicitVelocities();
  systems_.displace(flat.startPosition(), step.h, half_.data(), flat.position());
  values_.outputs(step.t1, flat.position(), gap_.data());
}

/// v_k + h/2 M_k⁻¹ F(t_k, q_k, v_k)
void HalfStep::explicitVelocities() {
  const FlatVectors& flat = model_.nsds->flat();
  systems_.masses(flat.startPosition());
  for (std::size_t i = 0; i < explicit_.size(); ++i) explicit_[i] = 0.5 * step_.h * force_[i];
  for (std::size_t s = 0; s < model_.systems.size(); ++s)
    model_.matrices.solve(s, explicit_.data() + model_.systems[s].dof);
  for (std::size_t i = 0; i < explicit_.size(); ++i) explicit_[i] += half_[i];
}

/// True if a row of a block says something of the coordinates at the end of the step.
bool HalfStep::closes(const UnitaryRelation& relation, std::int32_t row) const {
  const bool unilateral = relations_.list[static_cast<std::size_t>(relation.interactionIndex)].unilateral;
  return relations_.holdsForPositions(relation, row) &&
         !(unilateral && rules_.normal == NormalRow::accelerates);
}

/// True if a row of a block asks for the acceleration of a gap.
bool HalfStep::accelerates(const UnitaryRelation& relation, std::int32_t row) const {
  const bool unilateral = relations_.list[static_cast<std::size_t>(relation.interactionIndex)].unilateral;
  return unilateral && rules_.normal == NormalRow::accelerates && relations_.holdsForPositions(relation, row);
}

void HalfStep::activate(const IndexSet& active) {
  closes_ = false;
  slides_ = turnsKnown_ = turnsTaken_ = false;
  for (const UnitaryRelation& relation : active) {
    const bool friction = relations_.list[static_cast<std::size_t>(relation.interactionIndex)].friction;
    closes_ = closes_ || closes(relation, 0);
    slides_ = slides_ || (rules_.slipsAtStart && friction && relation.rows > 2);
  }
  if (rules_.normal != NormalRow::accelerates) return;
  const FlatVectors& flat = model_.nsds->flat();
  forEachInteraction(active, [&](std::size_t c) {
    if (!relations_.list[c].unilateral) return;
    curvature_.evaluate(static_cast<std::int32_t>(c), step_.t0, flat.startPosition(), flat.startVelocity(),
                        gamma_.data() + model_.condensed.interactions[c].row);
  });
  takeDriftBack(active, gamma_.data());
}

void HalfStep::linearise(const IndexSet& active) {
  std::copy(half_.begin(), half_.end(), change_.begin());
  if (rules_.explicitForces) {
    std::copy(explicit_.begin(), explicit_.end(), half_.begin());
  } else {
    for (std::size_t s = 0; s < model_.systems.size(); ++s) freeVelocity(s);
  }
  for (std::size_t i = 0; i < half_.size(); ++i) change_[i] = half_[i] - change_[i];
  forEachInteraction(active, [&](std::size_t c) { lineariseRelation(c); });
}

/// v½ += W⁻¹ (M_k (v_k − v½) + h/2 F(t_k, q_k, v½))
void HalfStep::freeVelocity(std::size_t system) {
  const PlacedSystem& s = model_.systems[system];
  const FlatVectors& flat = model_.nsds->flat();
  auto rhs = rhs_.head(s.n);
  rhs = 0.5 * step_.h * view(force_.data() + s.dof, s.n);
  const auto half = view(half_.data() + s.dof, s.n);
  if (s.linear != nullptr) {
    auto late = dv_.col(0).head(s.n);
    late = view(flat.startVelocity() + s.dof, s.n) - half;
    s.linear->mass.multiplyAdd(1.0, late.data(), rhs.data());
  } else {
    auto mass = mass_.topLeftCorner(s.n, s.n);
    auto dq = dq_.topLeftCorner(s.n, s.n);
    auto dv = dv_.topLeftCorner(s.n, s.n);
    const auto q = view(flat.startPosition() + s.position, s.positions);
    s.mechanical->mass(q, mass);
    s.mechanical->forceJacobians(step_.t0, q, half, dq, dv);
    for (std::int32_t j = 0; j < s.n; ++j)
      axpy(s.n, flat.startVelocity()[s.dof + j] - half[j], mass.col(j).data(), rhs.data());
    mass -= 0.5 * step_.h * dv;  // now W
    model_.matrices.assign(system, mass, *s.mechanical);
  }
  model_.matrices.solve(system, rhs.data());
  axpy(s.n, 1.0, rhs.data(), half_.data() + s.dof);
}

/// L: H of the end in rows that say something of it, of the start in others. R = W⁻¹ H(q_k)ᵀ.
void HalfStep::lineariseRelation(std::size_t interaction) {
  const SchemeRelation& relation = relations_.list[interaction];
  if (relation.constantOperator) return;
  const CondensedInteraction& record = model_.condensed.interactions[interaction];
  if (!relation.relation->constantJacobian())
    model_.keepJacobian(interaction, step_.t1, model_.nsds->flat().position());
  double* const pool = model_.condensed.pool.data();
  const auto block = static_cast<std::int32_t>(relation.law->blockSize());
  for (const CondensedTerm& term : termsOf(model_.condensed, record)) {
    const double* const start = startH_.data() + term.left;
    std::copy_n(start, record.rows * term.size, pool + term.right);
    for (std::int32_t r = 0; r < record.rows; ++r) {
      if (!closes({.interactionIndex = asInt(static_cast<Index>(interaction))}, r % block))
        std::copy_n(start + std::ptrdiff_t{r} * term.size, term.size,
                    pool + term.left + std::ptrdiff_t{r} * term.size);
    }
    model_.solveRight(record, term);
  }
}

void HalfStep::freeOutput(const IndexSet& active, double* w) {
  for (const UnitaryRelation& relation : active) {
    for (std::int32_t r = 0; r < relation.rows; ++r) *w++ = freeRow(relation, r);
  }
}

double HalfStep::freeRow(const UnitaryRelation& relation, std::int32_t row) {
  const FlatVectors& flat = model_.nsds->flat();
  const auto c = static_cast<std::size_t>(relation.interactionIndex);
  const CondensedInteraction& record = model_.condensed.interactions[c];
  const std::int32_t inInteraction = relation.rowInInteraction + row;
  const auto inModel = static_cast<std::size_t>(relation.row + row);
  if (closes(relation, row)) {
    const bool kept = relations_.list[c].unilateral && rules_.normal == NormalRow::keepsGap;
    const double goal = kept ? flat.startOutput()[inModel] : 0.0;
    return (gap_[inModel] - goal) / step_.h +
           dotLeft(model_.condensed, record, inInteraction, change_.data());
  }
  const double rate = dotLeft(model_.condensed, record, inInteraction, half_.data());
  if (relations_.holdsForPositions(relation, row)) {
    return rate - dotLeft(model_.condensed, record, inInteraction, flat.startVelocity()) +
           0.5 * step_.h * gamma_[inModel];
  }
  const double middle = 0.5 * (step_.t0 + step_.t1);
  return rate + values_.timeDerivative(c, middle, flat.startPosition())[inInteraction] - turn_[inModel];
}

void HalfStep::update(const IndexSet& active, const double* lambda) {
  FlatVectors& flat = model_.nsds->flat();
  // v½ and what it adds to the iterate before
  for (std::size_t i = 0; i < half_.size(); ++i) change_[i] -= half_[i];
  addRight(model_.condensed, active, lambda, half_.data());
  for (std::size_t i = 0; i < half_.size(); ++i) change_[i] += half_[i];
  scatterMultipliers(active, lambda, flat.rows(), multipliers_.data());
  systems_.displace(flat.startPosition(), step_.h, half_.data(), flat.position());
  if (closesExactly()) {
    closingDefect_ = 0.0;
    values_.outputs(step_.t1, flat.position(), gap_.data());
  } else {
    measureClosing(active);
  }
  gatherImpulse();
  if (slides_) takeTurns(active);
}

/// What the linearisation says of the outputs, against what they are.
void HalfStep::measureClosing(const IndexSet& active) {
  const double* const q = model_.nsds->flat().position();
  for (const UnitaryRelation& relation : active) {
    const CondensedInteraction& record =
        model_.condensed.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      gap_[static_cast<std::size_t>(relation.row + r)] +=
          step_.h * dotLeft(model_.condensed, record, relation.rowInInteraction + r, change_.data());
    }
  }
  predicted_.swap(gap_);
  values_.outputs(step_.t1, q, gap_.data());
  closingDefect_ = 0.0;
  for (const UnitaryRelation& relation : active) {
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      if (!closes(relation, r)) continue;
      const auto row = static_cast<std::size_t>(relation.row + r);
      const double beyond = beyondCoordinates(model_, static_cast<std::size_t>(relation.interactionIndex),
                                              relation.rowInInteraction + r, q, gap_[row] - predicted_[row]);
      closingDefect_ = std::max(closingDefect_, beyond);
    }
  }
}

/// H(q_k)ᵀ P1
void HalfStep::gatherImpulse() {
  std::fill(impulse_.begin(), impulse_.end(), 0.0);
  for (const CondensedInteraction& record : model_.condensed.interactions) {
    for (std::int32_t r = 0; r < record.rows; ++r) {
      const double multiplier = multipliers_[static_cast<std::size_t>(record.row + r)];
      if (multiplier == 0.0) continue;
      for (const CondensedTerm& term : termsOf(model_.condensed, record))
        axpy(term.size, multiplier, startH_.data() + term.left + std::ptrdiff_t{r} * term.size,
             impulse_.data() + term.dof);
    }
  }
}

double HalfStep::residual() {
  if (turnsTaken_) return infinity;
  double momentum = 0.0;
  if (!rules_.explicitForces) {
    const FlatVectors& flat = model_.nsds->flat();
    systems_.forces(step_.t0, flat.startPosition(), half_.data(), force_.data());
    for (std::size_t s = 0; s < model_.systems.size(); ++s) {
      if (model_.systems[s].linear == nullptr) momentum = std::max(momentum, momentumDefect(s));
    }
  }
  return std::max(momentum / scales_.momentum(), closingDefect_ / closingWay(scales_, step_.h));
}

/// The largest entry of M_k (v½ − v_k) − h/2 F(t_k, q_k, v½) − H(q_k)ᵀ P1 beyond rounding, as a momentum.
double HalfStep::momentumDefect(std::size_t system) {
  const PlacedSystem& s = model_.systems[system];
  const FlatVectors& flat = model_.nsds->flat();
  auto mass = mass_.topLeftCorner(s.n, s.n);
  s.mechanical->mass(view(flat.startPosition() + s.position, s.positions), mass);
  double worst = 0.0;
  for (std::int32_t i = 0; i < s.n; ++i) {
    const auto dof = static_cast<std::size_t>(s.dof + i);
    double defect = -0.5 * step_.h * force_[dof] - impulse_[dof];
    double terms = std::abs(0.5 * step_.h * force_[dof]) + std::abs(impulse_[dof]);
    for (std::int32_t j = 0; j < s.n; ++j) {
      const double momentum =
          mass(i, j) * (half_[static_cast<std::size_t>(s.dof + j)] - flat.startVelocity()[s.dof + j]);
      defect += momentum;
      terms += std::abs(momentum);
    }
    if (!std::isfinite(defect)) return infinity;
    if (std::abs(defect) <= roundingOfTerms * terms) continue;
    const double arm = scales_.length / s.mechanical->typicalSize(i, scales_.length);
    worst = std::max(worst, std::abs(defect) / arm);
  }
  return worst;
}

}  // namespace nsds
