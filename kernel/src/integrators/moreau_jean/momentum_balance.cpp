#include "integrators/moreau_jean/momentum_balance.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"

namespace nsds {

namespace {

constexpr double rounding = 16.0 * epsilon;  // of the terms of a row, a dozen or so

}  // namespace

void MomentumBalance::compile(const Scales& scales) {
  scales_ = scales;
  Index largest = 1;
  Index largestNonlinear = 0;
  for (const PlacedSystem& system : model_.systems) {
    if (system.mechanical == nullptr) continue;
    largest = std::max<Index>(largest, system.n);
    if (system.linear == nullptr) largestNonlinear = std::max<Index>(largestNonlinear, system.n);
  }
  for (Vector* x : {&defect_, &magnitude_, &mean_, &gyroscopic_}) x->setZero(largest);
  mass_.setZero(largestNonlinear, largestNonlinear);
}

double MomentumBalance::defect(const PlacedSystem& system, const StepInterval& step, const double* q) {
  evaluate(system, step, q);
  for (const auto& prescribed : system.mechanical->prescribed()) defect_[prescribed.first] = 0.0;
  double worst = 0.0;
  for (std::int32_t i = 0; i < system.n; ++i) {
    const double row = std::abs(defect_[i]);
    if (!std::isfinite(row)) return infinity;
    if (row <= rounding * magnitude_[i]) continue;
    worst = std::max(worst, row / (scales_.length / system.mechanical->typicalSize(i, scales_.length)));
  }
  return worst / scales_.momentum();
}

void MomentumBalance::evaluateReactions(const StepInterval& step, const double* q) {
  for (const PlacedSystem& system : model_.systems) {
    if (system.mechanical == nullptr || system.mechanical->prescribed().empty()) continue;
    evaluate(system, step, q);
    Vector& reaction = system.mechanical->mutableReaction();
    reaction.setZero();
    for (const auto& prescribed : system.mechanical->prescribed())
      reaction[prescribed.first] = defect_[prescribed.first];
  }
}

/// M (v - v_k) + h Γ(v_θ) + h C v_θ + h K q_θ - h late F - h early F_k - p of a system at the present iterate,
/// and, of nonlinear systems, the sizes of the terms of each row.
void MomentumBalance::evaluate(const PlacedSystem& s, const StepInterval& step, const double* q) {
  NonSmoothDynamicalSystem& nsds = *model_.nsds;
  const double h = step.h;
  for (std::int32_t i = 0; i < s.n; ++i) {
    defect_[i] = magnitude_[i] = 0.0;
    subtract(i, h * early_ * nsds.flat().startForce()[s.dof + i]);
    subtract(i, h * late_ * nsds.flat().force()[s.dof + i]);
    subtract(i, nsds.flat().input()[s.dof + i]);
  }
  if (s.linear != nullptr) {
    addLinearTerms(s, *s.linear, h);
    return;
  }
  addInertia(s, q);
  if (s.mechanical->hasGyroscopicTerms()) addGyroscopicTerms(s, h);
}

void MomentumBalance::subtract(std::int32_t i, double term) {
  defect_[i] -= term;
  magnitude_[i] += std::abs(term);
}

/// M(q) (v - v_k) onto the defect; q: (positions).
void MomentumBalance::addInertia(const PlacedSystem& s, const double* q) {
  NonSmoothDynamicalSystem& nsds = *model_.nsds;
  auto mass = mass_.topLeftCorner(s.n, s.n);
  s.mechanical->mass(view(q + s.position, s.positions), mass);
  const double* const v = nsds.flat().velocity() + s.dof;
  const double* const start = nsds.flat().startVelocity() + s.dof;
  for (std::int32_t j = 0; j < s.n; ++j) {
    for (std::int32_t i = 0; i < s.n; ++i) {
      defect_[i] += mass(i, j) * (v[j] - start[j]);
      magnitude_[i] += std::abs(mass(i, j)) * (std::abs(v[j]) + std::abs(start[j]));
    }
  }
}

/// M (v - v_k) + h C v_θ + h K q_θ onto the defect.
void MomentumBalance::addLinearTerms(const PlacedSystem& s, const LinearMotion& motion, double h) {
  const auto v = view(static_cast<const double*>(model_.nsds->flat().velocity()) + s.dof, s.n);
  const auto start = view(model_.nsds->flat().startVelocity() + s.dof, s.n);
  auto change = mean_.head(s.n);
  change = v - start;
  motion.mass.multiplyAdd(1.0, change.data(), defect_.data());
  change = theta_ * v + (1.0 - theta_) * start;
  motion.damping.multiplyAdd(h, change.data(), defect_.data());
  change = view(model_.nsds->flat().startPosition() + s.position, s.n) + h * theta_ * change;
  motion.stiffness.multiplyAdd(h, change.data(), defect_.data());
}

/// h Γ(v_θ) onto the defect.
void MomentumBalance::addGyroscopicTerms(const PlacedSystem& s, double h) {
  const double* const v = model_.nsds->flat().velocity() + s.dof;
  const double* const start = model_.nsds->flat().startVelocity() + s.dof;
  for (std::int32_t i = 0; i < s.n; ++i) mean_[i] = theta_ * v[i] + (1.0 - theta_) * start[i];
  auto terms = gyroscopic_.head(s.n);
  terms.setZero();
  s.mechanical->addGyroscopicTerms(1.0, mean_.head(s.n), terms);
  for (std::int32_t i = 0; i < s.n; ++i) subtract(i, -h * terms[i]);
}

}  // namespace nsds
