// Compilation: systems and relations to flat records, constant operators evaluated and factorised once.
#include <algorithm>

#include "integrators/moreau_jean.hpp"
#include "modeling/checks.hpp"

namespace nsds {

void MoreauJeanOSI::Implementation::compile(Model& model, double h) {
  nsds = &model.nsds();
  scales = model.scales();
  step.h = h;
  compileSystems();
  layOut(*nsds, false, condensed);
  compileContacts();
  reserve();
  sortSystems();
  compileLaws();
}

void MoreauJeanOSI::Implementation::compileSystems() {
  systems.clear();
  linear = true;
  std::vector<std::int32_t> sizes;
  for (const auto& system : nsds->systems()) {
    const auto* ds = dynamic_cast<const LagrangianDS*>(system.get());
    check::that(ds != nullptr,
                "MoreauJeanOSI does not integrate {}, which is not a Lagrangian system; "
                "EulerMoreauOSI takes first-order ones",
                system->name());
    const Placement placement = nsds->placement(*ds);
    systems.push_back(
        {ds, dynamic_cast<const LagrangianLinearTIDS*>(ds), static_cast<std::int32_t>(ds->dimension()),
         static_cast<std::int32_t>(placement.position), static_cast<std::int32_t>(placement.dof)});
    sizes.push_back(systems.back().n);
    if (systems.back().linear == nullptr) linear = false;
    if (!ds->exactJacobians() && told.insert(ds->id().value).second) {
      nsds->log(LogLevel::info,
                fmt::format("{}: a Jacobian of its forces is not given and is taken by finite "
                            "differences",
                            ds->name()));
    }
  }
  matrices.reset(sizes);
  Matrix W;
  for (std::size_t s = 0; s < systems.size(); ++s) {
    if (systems[s].linear == nullptr) continue;
    const LagrangianLinearTIDS& ds = *systems[s].linear;
    W.resize(systems[s].n, systems[s].n);
    ds.mass(ds.initialPosition(), W);
    if (ds.damping().size() != 0) W += step.h * theta * ds.damping();
    if (ds.stiffness().size() != 0) W += step.h * step.h * theta * theta * ds.stiffness();
    matrices.assign(s, W, ds);
  }
}

/// Which system is stepped by which loop. Constant forces are evaluated here, once.
void MoreauJeanOSI::Implementation::sortSystems() {
  plain.clear();
  for (auto* list : {&driven, &coupled, &nonlinear}) list->clear();
  for (std::size_t s = 0; s < systems.size(); ++s) {
    const System& system = systems[s];
    if (system.linear == nullptr) {
      nonlinear.push_back(s);
      continue;
    }
    if (system.ds->constantFExt()) {
      system.ds->fExt(step.t0, view(forceNext.data() + system.dof, system.n));
    } else {
      driven.push_back(s);
    }
    const bool uncoupled = system.linear->damping().size() == 0 && system.linear->stiffness().size() == 0;
    if (!uncoupled || !matrices.isDiagonal(s)) {
      coupled.push_back(s);
    } else if (!plain.empty() && plain.back().last == system.dof) {
      plain.back().last += system.n;
    } else {
      plain.push_back({system.dof, system.dof + system.n});
    }
  }
}

void MoreauJeanOSI::Implementation::compileContacts() {
  contacts.clear();
  constantOperators = true;
  offset.assign(static_cast<std::size_t>(nsds->rows()), 0.0);
  std::size_t columns = 0;
  std::size_t entries = 0;
  for (const auto& interaction : nsds->interactions()) {
    const auto* relation = dynamic_cast<const LagrangianRelation*>(&interaction->relation());
    check::that(relation != nullptr, "MoreauJeanOSI does not take the relation {} of {}",
                interaction->relation().name(), interaction->name());
    std::size_t width = 0;
    bool constantOperator = relation->constantJacobian();
    for (const DynamicalSystem* system : interaction->systems()) {
      width += static_cast<std::size_t>(system->dimension());
      constantOperator = constantOperator && dynamic_cast<const LagrangianLinearTIDS*>(system) != nullptr;
    }
    columns = std::max(columns, width);
    entries = std::max(entries, width * static_cast<std::size_t>(interaction->rows()));
    if (!relation->constantJacobian()) linear = false;
    constantOperators = constantOperators && constantOperator;
    const AdmissibleSet set = interaction->law().admissibleSet();
    contacts.push_back({relation, &interaction->law(), nsds->lawState(*interaction),
                        relation->constantJacobian(), constantOperator, false,
                        std::holds_alternative<FreeSet>(set) || std::holds_alternative<BoxSet>(set) ||
                            std::holds_alternative<PolyhedronSet>(set)});
    if (!relation->exactJacobian() && told.insert(interaction->id().value).second) {
      nsds->log(LogLevel::info,
                fmt::format("{}: the Jacobian of {} is not given and is taken by finite differences",
                            interaction->name(), relation->name()));
    }
  }
  gathered.assign(columns, 0.0);
  jacobian.assign(entries, 0.0);
  flat.clear();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    condenseConstant(c);
    flat.append(condensed, condensed.interactions[c], contacts[c].constantOperator);
  }
}

/// The coefficients of laws whose shift is a multiple of U-; the others are called in every step.
void MoreauJeanOSI::Implementation::compileLaws() {
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const CondensedInteraction& record = condensed.interactions[c];
    const Index size = contacts[c].law->blockSize();
    for (std::int32_t row = record.row; row < record.row + record.rows;
         row += static_cast<std::int32_t>(size))
      contacts[c].callsLaw = !contacts[c].law->restitution(theta, view(restitution.data() + row, size));
  }
}

void MoreauJeanOSI::Implementation::condenseConstant(std::size_t contact) {
  if (!contacts[contact].linear) return;
  const CondensedInteraction& record = condensed.interactions[contact];
  std::fill(gathered.begin(), gathered.end(), 0.0);
  Index width = 0;
  for (const CondensedTerm& term : termsOf(condensed, record)) width += term.size;
  contacts[contact].relation->output(view(gathered.data(), width),
                                     view(offset.data() + record.row, record.rows));
  contacts[contact].relation->jacobian(view(gathered.data(), width),
                                       Eigen::Map<Matrix>(jacobian.data(), record.rows, width));
  storeLeft(condensed, record, jacobian.data(), 1.0);
  if (contacts[contact].constantOperator) condense(contact);
}

void MoreauJeanOSI::Implementation::reserve() {
  const auto dofs = static_cast<std::size_t>(nsds->dofs());
  const auto rows = static_cast<std::size_t>(nsds->rows());
  forceNext.assign(dofs, 0.0);
  for (auto* vector : {&gap, &predictedRate, &linearRate, &restitution}) vector->assign(rows, 0.0);
  Index block = 1;
  Index largest = 1;
  for (const Contact& contact : contacts) block = std::max(block, contact.law->blockSize());
  for (const System& system : systems) largest = std::max<Index>(largest, system.n);
  for (auto* vector : {&slow, &shift}) vector->assign(static_cast<std::size_t>(block), 0.0);
  if (linear) return;
  correction.assign(static_cast<std::size_t>(largest), 0.0);
  massScratch.setZero(largest, largest);
  dqScratch.setZero(largest, largest);
  dvScratch.setZero(largest, largest);
}

}  // namespace nsds
