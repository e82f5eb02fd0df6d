#include "nsds/kernel/integrators/moreau_jean_osi.hpp"

#include "integrators/moreau_jean.hpp"
#include "modeling/checks.hpp"

namespace nsds {

MoreauJeanOSI::Implementation::Implementation(double theta_, Activation activation_)
    : theta(theta_), activation(std::move(activation_)) {
  check::that(theta >= 0.0 && theta <= 1.0, "MoreauJeanOSI: theta = {} is not in [0, 1]", theta);
}

MoreauJeanOSI::MoreauJeanOSI(double theta) : MoreauJeanOSI(theta, Activation{}) {}
MoreauJeanOSI::MoreauJeanOSI(double theta, Activation activation)
    : implementation_(std::make_unique<Implementation>(theta, std::move(activation))) {}
MoreauJeanOSI::~MoreauJeanOSI() = default;
MoreauJeanOSI::MoreauJeanOSI(MoreauJeanOSI&&) noexcept = default;
MoreauJeanOSI& MoreauJeanOSI::operator=(MoreauJeanOSI&&) noexcept = default;

double MoreauJeanOSI::theta() const {
  return implementation_->theta;
}
const Activation& MoreauJeanOSI::activation() const {
  return implementation_->activation.settings();
}

bool MoreauJeanOSI::keepMatrices(bool keep) {
  implementation_->keepMatrices = keep;
  return true;
}
void MoreauJeanOSI::compile(Model& model, double h) {
  implementation_->compile(model, h);
}
void MoreauJeanOSI::evaluateState() {
  implementation_->evaluateState();
}
void MoreauJeanOSI::beginStep(const StepInterval& step) {
  implementation_->beginStep(step);
}
void MoreauJeanOSI::activate(const IndexSet& all, const IndexSet& last, IndexSet& active) {
  implementation_->activate(all, last, active);
}
bool MoreauJeanOSI::linear() const {
  return implementation_->linear;
}
bool MoreauJeanOSI::constantOperator() const {
  return implementation_->constantOperators;
}
void MoreauJeanOSI::linearise(const IndexSet& active) {
  implementation_->linearise(active);
}
const CondensedOperator& MoreauJeanOSI::condensed() const {
  return implementation_->condensed;
}
void MoreauJeanOSI::freeOutput(const IndexSet& active, double* w) {
  implementation_->freeOutput(active, w);
}
void MoreauJeanOSI::update(const IndexSet& active, const double* lambda) {
  implementation_->update(active, lambda);
}
void MoreauJeanOSI::evaluateDisplaced() {
  implementation_->evaluateDisplaced();
}
double MoreauJeanOSI::residual(const IndexSet& active) {
  return implementation_->residual(active);
}
void MoreauJeanOSI::endStep(const IndexSet& active) {
  implementation_->endStep(active);
}

}  // namespace nsds
