// The scheme in the order in which a step calls it; formulas are in its header.
#include "nsds/kernel/integrators/d1_minus_osi.hpp"

#include <array>
#include <cmath>

#include "integrators/d1_minus/implementation.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr std::array<std::string_view, 3> d1MinusLevels{"start_forces", "end_forces", "time_stepping"};

}  // namespace

D1MinusOSI::Implementation::Implementation(const D1MinusOptions& options_) : options(options_) {
  for (const double threshold : {options.closed, options.atRest}) {
    check::that(std::isfinite(threshold) && threshold > 0.0, "D1MinusOSI: {} is not a threshold > 0",
                threshold);
  }
  check::that(std::isfinite(options.restitutionThreshold) && options.restitutionThreshold >= 0.0,
              "D1MinusOSI: restitutionThreshold = {} is not a threshold >= 0", options.restitutionThreshold);
  rules.explicitForces = rules.slipsAtStart = true;
  rules.normal = accelerates() ? NormalRow::accelerates : NormalRow::keepsGap;
}

D1MinusOSI::D1MinusOSI(const D1MinusOptions& options)
    : implementation_(std::make_unique<Implementation>(options)) {}
D1MinusOSI::~D1MinusOSI() = default;
D1MinusOSI::D1MinusOSI(D1MinusOSI&&) noexcept = default;
D1MinusOSI& D1MinusOSI::operator=(D1MinusOSI&&) noexcept = default;

const D1MinusOptions& D1MinusOSI::options() const {
  return implementation_->options;
}

VectorView D1MinusOSI::impactImpulse(const Interaction& interaction) const {
  const Implementation& s = *implementation_;
  if (s.impact.empty()) throw Error("D1MinusOSI has made no step in which an impact could have been");
  return {s.impact.data() + s.end.model().nsds->row(interaction), interaction.rows()};
}

std::string D1MinusOSI::description() const {
  return fmt::format("{} at {} level", name(), implementation_->accelerates() ? "acceleration" : "velocity");
}

std::span<const std::string_view> D1MinusOSI::levels() const {
  return d1MinusLevels;
}

void D1MinusOSI::enterLevel(std::size_t level) {
  Implementation& s = *implementation_;
  s.stage = static_cast<D1MinusStage>(level);
  if (s.stage == D1MinusStage::endForces) s.beginEnd();
}

const double* D1MinusOSI::startMultipliers() const {
  const Implementation& s = *implementation_;
  return s.stage == D1MinusStage::startForces ? s.first.multipliers() : s.endImpulses.data();
}

void D1MinusOSI::compile(Model& model, double h) {
  implementation_->compile(model, h);
}

void D1MinusOSI::evaluateState() {
  implementation_->end.evaluateState();
}

void D1MinusOSI::beginStep(const StepInterval& step) {
  implementation_->step = step;
  implementation_->first.begin(step);
}

void D1MinusOSI::activate(const IndexSet& all, const IndexSet&, IndexSet& active) {
  Implementation& s = *implementation_;
  switch (s.stage) {
    case D1MinusStage::startForces:
      return s.activateStart(all, active);
    case D1MinusStage::endForces:
      return s.activateEnd(all, active);
    default:
      return s.activateImpact(all, active);
  }
}

bool D1MinusOSI::linear() const {
  const Implementation& s = *implementation_;
  return s.stage != D1MinusStage::startForces || s.first.linear();
}

bool D1MinusOSI::constantOperator() const {
  const Implementation& s = *implementation_;
  return s.stage == D1MinusStage::startForces ? s.first.constantOperator() : s.relations.constantOperators;
}

const CondensedOperator& D1MinusOSI::condensed() const {
  const Implementation& s = *implementation_;
  return s.stage == D1MinusStage::startForces ? s.first.condensed() : s.end.condensed();
}

void D1MinusOSI::linearise(const IndexSet& active) {
  Implementation& s = *implementation_;
  if (s.stage == D1MinusStage::startForces) {
    s.first.linearise(active);
    return;
  }
  if (s.stage == D1MinusStage::impact) s.beginImpact();
  s.end.condense(active);
}

void D1MinusOSI::freeOutput(const IndexSet& active, double* w) {
  Implementation& s = *implementation_;
  switch (s.stage) {
    case D1MinusStage::startForces:
      return s.first.freeOutput(active, w);
    case D1MinusStage::endForces:
      return s.freeEnd(active, w);
    default:
      return s.freeImpact(active, w);
  }
}

void D1MinusOSI::update(const IndexSet& active, const double* lambda) {
  Implementation& s = *implementation_;
  switch (s.stage) {
    case D1MinusStage::startForces:
      return s.first.update(active, lambda);
    case D1MinusStage::endForces:
      return s.updateEnd(active, lambda);
    default:
      return s.updateImpact(active, lambda);
  }
}

double D1MinusOSI::residual(const IndexSet&) {
  Implementation& s = *implementation_;
  return s.stage == D1MinusStage::startForces ? s.first.residual() : 0.0;
}

void D1MinusOSI::endStep(const IndexSet& active) {
  Implementation& s = *implementation_;
  s.end.evaluateForces(s.step.t1);
  if (s.flat().lawStates() > 0) advanceLawStates(*s.end.model().nsds, active, 2, s.step.h, s.flat().rate());
}

}  // namespace nsds
