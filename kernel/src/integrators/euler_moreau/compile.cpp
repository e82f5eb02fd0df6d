// Compilation of Euler-Moreau.
#include <algorithm>

#include "integrators/euler_moreau/implementation.hpp"
#include "modeling/checks.hpp"

namespace nsds {

void EulerMoreauOSI::Implementation::compile(NonSmoothDynamicalSystem& nsds, double h) {
  step = {nsds.time(), nsds.time() + h, h};
  model.layout.feedthrough = true;
  model.compile(nsds);
  for (const auto& system : nsds.systems()) {
    check::that(system->order() == 1 || shared,
                "EulerMoreauOSI does not integrate {}, which is not a first-order system; MoreauJeanOSI "
                "takes mechanical ones, MixedOrderOSI both",
                system->name());
  }
  for (auto* vector : {&f, &g, &change, &mixedFree, &defect, &terms, &roundings, &firstTerms})
    vector->assign(static_cast<std::size_t>(nsds.flat().dofs()), 0.0);
  for (auto* vector : {&x, &mixed, &changes, &sizes})
    vector->assign(static_cast<std::size_t>(nsds.flat().positions()), 0.0);
  for (auto* vector : {&outputs, &multipliers})
    vector->assign(static_cast<std::size_t>(nsds.flat().rows()), 0.0);
  evaluated = false;
  relations.compile(model, shared);
  systems.compile(model, step, relations.coupled());
  check::that(gamma == 1.0 || systems.algebraic() == nullptr,
              "{} has algebraic equations, rows of zeros of M, whose unknowns would oscillate with gamma = "
              "{}; choose "
              "gamma = 1",
              systems.algebraic() == nullptr ? "" : systems.algebraic()->name(), gamma);
  relations.condense(systems, h);
  compileLaws();
  missing.tellOfFirstOrder(model);
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
