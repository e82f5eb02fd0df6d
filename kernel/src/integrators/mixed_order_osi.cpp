// Both integrators keep records of all systems and interactions of the model, in the same places, and leave
// those of the other alone; so sets, rows and multipliers of the whole go to both as they are.
#include "nsds/kernel/integrators/mixed_order_osi.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "integrators/euler_moreau/implementation.hpp"
#include "integrators/moreau_jean/implementation.hpp"

namespace nsds {

MixedOrderOSI::MixedOrderOSI(MoreauJeanOSI mechanical, EulerMoreauOSI firstOrder)
    : mechanical_(std::move(mechanical)), firstOrder_(std::move(firstOrder)) {
  mechanical_.implementation_->shared = true;
  firstOrder_.implementation_->shared = true;
}
MixedOrderOSI::~MixedOrderOSI() = default;
MixedOrderOSI::MixedOrderOSI(MixedOrderOSI&&) noexcept = default;
MixedOrderOSI& MixedOrderOSI::operator=(MixedOrderOSI&&) noexcept = default;

std::string MixedOrderOSI::description() const {
  return fmt::format("{} and {}", mechanical_.description(), firstOrder_.description());
}

std::unique_ptr<OneStepIntegrator> MixedOrderOSI::clone() const {
  const std::unique_ptr<OneStepIntegrator> mechanical = mechanical_.clone();
  const std::unique_ptr<OneStepIntegrator> firstOrder = firstOrder_.clone();
  return std::make_unique<MixedOrderOSI>(std::move(static_cast<MoreauJeanOSI&>(*mechanical)),
                                         std::move(static_cast<EulerMoreauOSI&>(*firstOrder)));
}

int MixedOrderOSI::smoothOrder(const IndexSet& active) const {
  return std::min(mechanical_.smoothOrder(active), firstOrder_.smoothOrder(active));
}

void MixedOrderOSI::compile(Model& model, double h) {
  mechanical_.compile(model, h);
  firstOrder_.compile(model, h);
  mergeOperators();
}

/// The blocks of first-order relations take their places in the operator of the mechanical ones, which are
/// laid out alike.
void MixedOrderOSI::mergeOperators() {
  const CompiledModel& from = firstOrder_.implementation_->model;
  const double* const source = from.condensed.pool.data();
  double* const pool = mechanical_.implementation_->model.condensed.pool.data();
  for (std::size_t c = 0; c < from.relations.size(); ++c) {
    if (from.relations[c].firstOrder == nullptr) continue;
    const CondensedInteraction& record = from.condensed.interactions[c];
    const std::int32_t begin = termsOf(from.condensed, record).first->left;
    const std::int32_t end = record.feedthrough + record.rows * record.rows;
    std::copy(source + begin, source + end, pool + begin);
  }
}

void MixedOrderOSI::evaluateState() {
  mechanical_.evaluateState();
  firstOrder_.evaluateState();
}

void MixedOrderOSI::beginStep(const StepInterval& step) {
  mechanical_.beginStep(step);
  firstOrder_.beginStep(step);
}

/// The rows of first-order relations are active in every step.
void MixedOrderOSI::activate(const IndexSet& all, const IndexSet& last, IndexSet& active) {
  mechanical_.activate(all, last, active);
}

bool MixedOrderOSI::linear() const {
  return mechanical_.linear() && firstOrder_.linear();
}

bool MixedOrderOSI::constantOperator() const {
  return mechanical_.constantOperator() && firstOrder_.constantOperator();
}

void MixedOrderOSI::linearise(const IndexSet& active) {
  firstOrder_.linearise(active);  // first: b(t) may read velocities, which the other replaces by free ones
  mechanical_.linearise(active);
  if (!firstOrder_.constantOperator()) mergeOperators();
  LawPoint& lawPoint = mechanical_.implementation_->model.condensed.lawPoint;
  lawPoint.t = firstOrder_.condensed().lawPoint.t;
  lawPoint.x = firstOrder_.condensed().lawPoint.x;
  updated_ = false;
  if (!globalised()) return;
  FlatVectors& flat = firstOrder_.implementation_->model.nsds->flat();
  freeVelocities_.assign(flat.velocity(), flat.velocity() + flat.dofs());
}

const CondensedOperator& MixedOrderOSI::condensed() const {
  return mechanical_.condensed();
}

/// An iterate that is solved again, with a shorter step or for its failure to be judged, begins from the free velocities again.
void MixedOrderOSI::freeOutput(const IndexSet& active, double* w) {
  if (std::exchange(updated_, false) && globalised()) {
    FlatVectors& flat = firstOrder_.implementation_->model.nsds->flat();
    std::copy(freeVelocities_.begin(), freeVelocities_.end(), flat.velocity());
  }
  mechanical_.freeOutput(active, w);
  firstOrder_.freeOutput(active, w);
}

void MixedOrderOSI::update(const IndexSet& active, const double* lambda) {
  mechanical_.update(active, lambda);
  firstOrder_.update(active, lambda);
  updated_ = true;
}

void MixedOrderOSI::evaluateDisplaced() {
  mechanical_.evaluateDisplaced();
}

double MixedOrderOSI::residual(const IndexSet& active) {
  mechanicalResidual_ = mechanical_.residual(active);
  return std::max(mechanicalResidual_, firstOrder_.residual(active));
}

double MixedOrderOSI::merit() const {
  return std::max(mechanicalResidual_, firstOrder_.merit());
}

void MixedOrderOSI::endStep(const IndexSet& active) {
  mechanical_.endStep(active);
  firstOrder_.endStep(active);
}

}  // namespace nsds
