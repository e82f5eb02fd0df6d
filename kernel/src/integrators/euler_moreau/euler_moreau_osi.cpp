#include "nsds/kernel/integrators/euler_moreau_osi.hpp"

#include "integrators/euler_moreau/implementation.hpp"
#include "modeling/checks.hpp"

namespace nsds {

EulerMoreauOSI::Implementation::Implementation(FirstOrderScheme scheme_, double theta_, double gamma_)
    : scheme(scheme_),
      givenTheta(theta_),
      givenGamma(gamma_),
      theta(theta_),
      gamma(gamma_),
      systems(theta_, scheme_),
      relations(gamma_) {
  check::that(theta >= 0.0 && theta <= 1.0, "EulerMoreauOSI: theta = {} is not in [0, 1]", theta);
  check::that(gamma > 0.0 && gamma <= 1.0, "EulerMoreauOSI: gamma = {} is not in (0, 1]", gamma);
}

EulerMoreauOSI::EulerMoreauOSI(double theta, double gamma)
    : implementation_(std::make_unique<Implementation>(FirstOrderScheme::implicit, theta, gamma)) {}
EulerMoreauOSI::EulerMoreauOSI(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}
EulerMoreauOSI::~EulerMoreauOSI() = default;
EulerMoreauOSI::EulerMoreauOSI(EulerMoreauOSI&&) noexcept = default;
EulerMoreauOSI& EulerMoreauOSI::operator=(EulerMoreauOSI&&) noexcept = default;

EulerMoreauOSI EulerMoreauOSI::weighted(double theta) {
  check::that(theta > 0.0, "EulerMoreauOSI: theta = {} does not weigh the multipliers; it is in (0, 1]",
              theta);
  return EulerMoreauOSI(std::make_unique<Implementation>(FirstOrderScheme::weighted, theta, 1.0));
}

EulerMoreauOSI EulerMoreauOSI::semiImplicit(double theta) {
  return EulerMoreauOSI(std::make_unique<Implementation>(FirstOrderScheme::semiImplicit, theta, 1.0));
}

std::string EulerMoreauOSI::description() const {
  const char* const sets =
      setEvaluation() == SetEvaluation::semiImplicit ? ", sets at the start of the step" : "";
  if (implementation_->semiImplicit())
    return fmt::format("{} with theta = {}, semi-implicit{}", name(), theta(), sets);
  if (implementation_->weighted())
    return fmt::format("{} with theta = {} and weighted multipliers{}", name(), theta(), sets);
  return fmt::format("{} with theta = {}, gamma = {}{}", name(), theta(), gamma(), sets);
}

std::unique_ptr<OneStepIntegrator> EulerMoreauOSI::clone() const {
  const Implementation& s = *implementation_;
  auto copy = std::make_unique<Implementation>(s.scheme, s.givenTheta, s.givenGamma);
  copy->setEvaluation = s.setEvaluation;
  return std::unique_ptr<OneStepIntegrator>(new EulerMoreauOSI(std::move(copy)));
}
int EulerMoreauOSI::smoothOrder(const IndexSet&) const {
  const Implementation& s = *implementation_;
  const bool middle = s.givenTheta == 0.5 && (s.weighted() || s.givenGamma == 0.5);
  return middle ? 2 : 1;
}

double EulerMoreauOSI::theta() const {
  return implementation_->givenTheta;
}
double EulerMoreauOSI::gamma() const {
  return implementation_->givenGamma;
}
EulerMoreauOSI& EulerMoreauOSI::takeSets(SetEvaluation evaluation) {
  implementation_->setEvaluation = evaluation;
  return *this;
}
SetEvaluation EulerMoreauOSI::setEvaluation() const {
  return implementation_->setEvaluation;
}

void EulerMoreauOSI::compile(Model& model, double h) {
  implementation_->compile(model.nsds(), h);
}
void EulerMoreauOSI::evaluateState() {
  implementation_->evaluateState();
}
void EulerMoreauOSI::beginStep(const StepInterval& step) {
  implementation_->beginStep(step);
}
void EulerMoreauOSI::activate(const IndexSet& all, const IndexSet&, IndexSet& active) {
  if (active.size() != all.size()) active = all;  // every row is active in every step
}
bool EulerMoreauOSI::linear() const {
  return implementation_->linear();
}
bool EulerMoreauOSI::constantOperator() const {
  return implementation_->constantOperator();
}
void EulerMoreauOSI::linearise(const IndexSet&) {
  implementation_->linearise();
}
const CondensedOperator& EulerMoreauOSI::condensed() const {
  return implementation_->model.condensed;
}
void EulerMoreauOSI::freeOutput(const IndexSet& active, double* w) {
  implementation_->freeOutput(active, w);
}
void EulerMoreauOSI::update(const IndexSet& active, const double* lambda) {
  implementation_->update(active, lambda);
}
double EulerMoreauOSI::residual(const IndexSet&) {
  return implementation_->residual();
}
double EulerMoreauOSI::merit() const {
  return implementation_->merit();
}
bool EulerMoreauOSI::shorten() {
  return implementation_->shorten();
}
bool EulerMoreauOSI::guess() {
  return implementation_->guess();
}
const StateJump* EulerMoreauOSI::jumpAt(double t, bool impulses) {
  return implementation_->jumpAt(t, impulses);
}
void EulerMoreauOSI::jumpBy(VectorConstRef mu) {
  implementation_->jumpBy(mu);
}
bool EulerMoreauOSI::takesJumps() const {
  return implementation_->takesJumps();
}
bool EulerMoreauOSI::readsMultipliers() const {
  return implementation_->weighted();
}
bool EulerMoreauOSI::damp(bool damped) {
  return implementation_->damp(damped);
}
void EulerMoreauOSI::endStep(const IndexSet& active) {
  implementation_->endStep(active);
}

}  // namespace nsds
