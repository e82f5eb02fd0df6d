// The step is that of implicit Euler over the rows whose sets are ℝ₊; the measures of the others are zero.
#include "nsds/kernel/integrators/higher_order_moreau_osi.hpp"

#include "modeling/checks.hpp"

namespace nsds {

HigherOrderMoreauOSI::HigherOrderMoreauOSI() : euler_(1.0, 1.0) {}
HigherOrderMoreauOSI::~HigherOrderMoreauOSI() = default;
HigherOrderMoreauOSI::HigherOrderMoreauOSI(HigherOrderMoreauOSI&&) noexcept = default;
HigherOrderMoreauOSI& HigherOrderMoreauOSI::operator=(HigherOrderMoreauOSI&&) noexcept = default;

void HigherOrderMoreauOSI::compile(Model& model, double h) {
  for (const auto& interaction : model.nsds().interactions()) {
    const auto* const relation = dynamic_cast<const HigherOrderTIR*>(&interaction->relation());
    check::that(relation != nullptr,
                "HigherOrderMoreauOSI takes interactions with HigherOrderTIR, not {} of {}",
                interaction->relation().name(), interaction->name());
    relation->checkUnchanged(dynamic_cast<const FirstOrderLinearDS&>(*interaction->systems()[0]));
  }
  euler_.compile(model, h);
  outputs_.resize(static_cast<std::size_t>(model.nsds().flat().rows()));
}
void HigherOrderMoreauOSI::evaluateState() {
  euler_.evaluateState();
}
void HigherOrderMoreauOSI::beginStep(const StepInterval& step) {
  h_ = step.h;
  euler_.beginStep(step);
}

void HigherOrderMoreauOSI::activate(const IndexSet& all, const IndexSet&, IndexSet& active) {
  all_ = all;
  active.clear();
  for (const UnitaryRelation& row : all) {
    const Interaction& interaction = *row.interaction;
    if (row.rowInInteraction == 0) {
      const auto& system = static_cast<const FirstOrderLinearDS&>(*interaction.systems()[0]);
      static_cast<const HigherOrderTIR&>(interaction.relation()).activeRows(system.x(), h_, activeRows_);
    }
    if (activeRows_[static_cast<std::size_t>(row.rowInInteraction)] != 0) active.push_back(row);
  }
}

bool HigherOrderMoreauOSI::linear() const {
  return euler_.linear();
}
bool HigherOrderMoreauOSI::constantOperator() const {
  return euler_.constantOperator();
}
void HigherOrderMoreauOSI::linearise(const IndexSet& active) {
  euler_.linearise(active);
}
const CondensedOperator& HigherOrderMoreauOSI::condensed() const {
  return euler_.condensed();
}

/// Euler-Moreau gives the rows of the model, of which those of the active set are taken.
void HigherOrderMoreauOSI::freeOutput(const IndexSet& active, double* w) {
  euler_.freeOutput(all_, outputs_.data());
  for (const UnitaryRelation& row : active) *w++ = outputs_[static_cast<std::size_t>(row.row)];
}

void HigherOrderMoreauOSI::update(const IndexSet& active, const double* lambda) {
  euler_.update(active, lambda);
}
double HigherOrderMoreauOSI::residual(const IndexSet& active) {
  return euler_.residual(active);
}
void HigherOrderMoreauOSI::endStep(const IndexSet& active) {
  euler_.endStep(active);
}

}  // namespace nsds
