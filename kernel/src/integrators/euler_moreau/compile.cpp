// Compilation of Euler-Moreau.
#include <algorithm>

#include "integrators/euler_moreau/implementation.hpp"
#include "modeling/checks.hpp"
#include "well_posedness/step_warnings.hpp"

namespace nsds {

void EulerMoreauOSI::Implementation::compile(NonSmoothDynamicalSystem& nsds, double h) {
  step = {nsds.time(), nsds.time() + h, h};
  model.layout.feedthrough = true;
  model.layout.supports = !shared;  // another integrator's operator is laid out without
  model.compile(nsds);
  checkParts(nsds);
  for (auto* vector : {&f, &g, &change, &mixedFree})
    vector->assign(static_cast<std::size_t>(nsds.flat().dofs()), 0.0);
  for (auto* vector : {&x, &mixed, &forceState})
    vector->assign(static_cast<std::size_t>(nsds.flat().positions()), 0.0);
  for (auto* vector : {&outputs, &multipliers})
    vector->assign(static_cast<std::size_t>(nsds.flat().rows()), 0.0);
  defect.resize(nsds.flat());
  evaluated = false;
  relations.compile(model);
  systems.compile(model, step, relations.coupled());
  check::that(gamma == 1.0 || systems.algebraic() == nullptr,
              "{} has algebraic equations, rows of zeros of M, whose unknowns would oscillate with gamma = "
              "{}; choose "
              "gamma = 1",
              systems.algebraic() == nullptr ? "" : systems.algebraic()->name(), gamma);
  check::that(!semiImplicit() || systems.algebraic() == nullptr,
              "{} has algebraic equations, rows of zeros of M, which the semi-implicit scheme would take at "
              "the beginning of a "
              "step; choose EulerMoreauOSI({})",
              systems.algebraic() == nullptr ? "" : systems.algebraic()->name(), givenTheta);
  relations.condense(systems, h);
  compileLaws();
  compileSets();
  isLinear = systems.affine() && relations.affine() && !iteratesSets();
  missing.tellOfFirstOrder(model);
  if (weighted()) warnOfOscillation();
  warnOfSteps(nsds, h);
}

/// Once: what a model is made of changes more often than what is to be said of it.
void EulerMoreauOSI::Implementation::warnOfSteps(const NonSmoothDynamicalSystem& nsds, double h) {
  if (!warnedOfIndex)
    for (const std::string& sentence : indexWarnings(nsds)) nsds.log(LogLevel::warning, sentence);
  warnedOfIndex = true;
  if (warnedOfSteps || nsds.interactions().empty()) return;
  warnedOfSteps = true;
  for (const std::string& sentence : stepWarnings(nsds, h, theta, gamma))
    nsds.log(LogLevel::warning, sentence);
}

const char* EulerMoreauOSI::Implementation::name() const {
  return scheme == FirstOrderScheme::zeroOrderHold ? "ZeroOrderHoldOSI" : "EulerMoreauOSI";
}

/// Refuses what the scheme does not step.
void EulerMoreauOSI::Implementation::checkParts(const NonSmoothDynamicalSystem& nsds) const {
  for (std::size_t s = 0; s < model.systems.size(); ++s) {
    const auto& system = *nsds.systems()[s];
    check::that(system.order() == 1 || shared,
                "{} does not integrate {}, which is not a first-order system; MoreauJeanOSI takes mechanical "
                "ones, MixedOrderOSI both",
                name(), system.name());
    if (scheme != FirstOrderScheme::zeroOrderHold) continue;
    const auto* const linear = dynamic_cast<const FirstOrderLinearDS*>(model.systems[s].firstOrder);
    check::that(
        linear != nullptr && linear->constantM() != nullptr && linear->constantJacobian() != nullptr,
        "ZeroOrderHoldOSI takes linear systems with constant M and A, which {} is not; EulerMoreauOSI "
        "takes it",
        system.name());
  }
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    const FirstOrderRelation* const relation = model.relations[c].firstOrder;
    const Interaction& interaction = *nsds.interactions()[c];
    check::that(relation != nullptr || shared, "{} does not take the relation {} of {}", name(),
                interaction.relation().name(), interaction.name());
    check::that(scheme == FirstOrderScheme::implicit || semiImplicit() || relation == nullptr ||
                    dynamic_cast<const FirstOrderLinearTIR*>(relation) != nullptr,
                "{}{} takes linear relations with constant matrices, FirstOrderLinearTIR, which the relation "
                "{} of {} is not",
                name(), weighted() ? " with weighted multipliers" : "", interaction.relation().name(),
                interaction.name());
  }
}

/// The law's shift at U- = 0 is asked for in each step unless it is zero for good.
void EulerMoreauOSI::Implementation::compileLaws() {
  plainOutputs = true;
  callsLaw.assign(model.relations.size(), 0);
  Index block = 1;
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    if (model.relations[c].firstOrder == nullptr) {
      plainOutputs = false;
      continue;
    }
    const NonSmoothLaw& law = model.nsds->interactions()[c]->law();
    blockShift.resize(std::max(blockShift.size(), law.blockSize()));
    callsLaw[c] = law.restitution(theta, blockShift.head(law.blockSize())) ? 0 : 1;
    plainOutputs = plainOutputs && callsLaw[c] == 0;
    block = std::max(block, law.blockSize());
  }
  blockZero.setZero(block);
  blockShift.setZero(block);
}

}  // namespace nsds
