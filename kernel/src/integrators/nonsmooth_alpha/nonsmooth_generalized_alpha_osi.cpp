// The scheme in the order in which a step calls it; formulas are in its header.
#include "nsds/kernel/integrators/nonsmooth_generalized_alpha_osi.hpp"

#include <algorithm>
#include <array>

#include "integrators/nonsmooth_alpha/implementation.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr std::array<std::string_view, 3> alphaLevels{"position", "acceleration", "time_stepping"};

}  // namespace

NonsmoothGeneralizedAlphaOSI::Implementation::Implementation(double rho)
    : rhoInfinity(rho), alphaF(rho / (rho + 1.0)), late((rho - 1.0) / (rho + 1.0)) {
  check::that(rho >= 0.0 && rho <= 1.0, "NonsmoothGeneralizedAlphaOSI: rhoInfinity = {} is not in [0, 1]",
              rho);
  chooseCoefficients(1.0);
}

NonsmoothGeneralizedAlphaOSI::NonsmoothGeneralizedAlphaOSI(double rhoInfinity)
    : implementation_(std::make_unique<Implementation>(rhoInfinity)) {}
NonsmoothGeneralizedAlphaOSI::~NonsmoothGeneralizedAlphaOSI() = default;
NonsmoothGeneralizedAlphaOSI::NonsmoothGeneralizedAlphaOSI(NonsmoothGeneralizedAlphaOSI&&) noexcept = default;
NonsmoothGeneralizedAlphaOSI& NonsmoothGeneralizedAlphaOSI::operator=(
    NonsmoothGeneralizedAlphaOSI&&) noexcept = default;

double NonsmoothGeneralizedAlphaOSI::rhoInfinity() const {
  return implementation_->rhoInfinity;
}

std::string NonsmoothGeneralizedAlphaOSI::description() const {
  return fmt::format("{} with rhoInfinity = {}", name(), rhoInfinity());
}

std::span<const std::string_view> NonsmoothGeneralizedAlphaOSI::levels() const {
  return alphaLevels;
}

void NonsmoothGeneralizedAlphaOSI::enterLevel(std::size_t level) {
  implementation_->level = static_cast<AlphaLevel>(level);
}

const double* NonsmoothGeneralizedAlphaOSI::startMultipliers() const {
  const Implementation& s = *implementation_;
  return s.level == AlphaLevel::position ? s.kappa.data() : s.lambdaNow.data();
}

void NonsmoothGeneralizedAlphaOSI::compile(Model& model, double h) {
  implementation_->compile(model, h);
}

void NonsmoothGeneralizedAlphaOSI::evaluateState() {
  implementation_->ends.evaluateState();
}

void NonsmoothGeneralizedAlphaOSI::beginStep(const StepInterval& step) {
  implementation_->begin(step);
}

void NonsmoothGeneralizedAlphaOSI::activate(const IndexSet& all, const IndexSet&, IndexSet& active) {
  implementation_->activate(all, active);
}

const CondensedOperator& NonsmoothGeneralizedAlphaOSI::condensed() const {
  const Implementation& s = *implementation_;
  return (s.level == AlphaLevel::position       ? s.positions
          : s.level == AlphaLevel::acceleration ? s.ends
                                                : s.velocities)
      .condensed();
}

void NonsmoothGeneralizedAlphaOSI::linearise(const IndexSet& active) {
  Implementation& s = *implementation_;
  switch (s.level) {
    case AlphaLevel::position:
      return s.linearisePositions(active);
    case AlphaLevel::acceleration:
      return s.lineariseAccelerations(active);
    default:
      return s.lineariseVelocities(active);
  }
}

void NonsmoothGeneralizedAlphaOSI::freeOutput(const IndexSet& active, double* w) {
  Implementation& s = *implementation_;
  if (s.level == AlphaLevel::acceleration) {
    s.freeAccelerations(active, w);
    return;
  }
  for (const UnitaryRelation& relation : active) {
    if (s.level == AlphaLevel::velocity) {
      s.velocities.ratesOf(relation, s.flat().velocity(), w);
      s.shift.add(relation, s.flat().startRate() + relation.row, w);
      w += relation.rows;
      continue;
    }
    const auto c = static_cast<std::size_t>(relation.interactionIndex);
    const CondensedOperator& condensed = s.positions.condensed();
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      *w++ = (s.gap[static_cast<std::size_t>(relation.row + r)] +
              dotLeft(condensed, condensed.interactions[c], relation.rowInInteraction + r, s.change.data())) /
             s.step.h;
    }
  }
}

void NonsmoothGeneralizedAlphaOSI::update(const IndexSet& active, const double* lambda) {
  Implementation& s = *implementation_;
  switch (s.level) {
    case AlphaLevel::position:
      return s.updatePositions(active, lambda);
    case AlphaLevel::acceleration:
      addRight(s.ends.condensed(), active, lambda, s.accelerationNow.data());
      return scatterMultipliers(active, lambda, s.flat().rows(), s.lambdaNow.data());
    default:
      return s.updateVelocities(active, lambda);
  }
}

double NonsmoothGeneralizedAlphaOSI::residual(const IndexSet&) {
  return implementation_->residual();
}

void NonsmoothGeneralizedAlphaOSI::endStep(const IndexSet& active) {
  Implementation& s = *implementation_;
  s.end();
  s.ends.evaluateForces(s.step.t1);
  std::copy_n(s.flat().force(), s.flat().dofs(), s.lastForce());
  if (s.flat().lawStates() > 0) advanceLawStates(*s.ends.model().nsds, active, 2, s.step.h, s.flat().rate());
}

std::span<double> NonsmoothGeneralizedAlphaOSI::memory() {
  return implementation_->numbers;
}

void NonsmoothGeneralizedAlphaOSI::beginMemory() {
  implementation_->beginMemory();
}

}  // namespace nsds
