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
    systems.push_back({ds, dynamic_cast<const LagrangianLinearTIDS*>(ds),
                       static_cast<std::int32_t>(ds->dimension()),
                       static_cast<std::int32_t>(placement.position),
                       static_cast<std::int32_t>(placement.dof), ds->constantFExt()});
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

void MoreauJeanOSI::Implementation::compileContacts() {
  contacts.clear();
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
    const AdmissibleSet set = interaction->law().admissibleSet();
    contacts.push_back({relation, &interaction->law(), nsds->lawState(*interaction),
                        relation->constantJacobian(), constantOperator,
                        std::holds_alternative<FreeSet>(set) || std::holds_alternative<BoxSet>(set)});
    if (!relation->exactJacobian() && told.insert(interaction->id().value).second) {
      nsds->log(LogLevel::info,
                fmt::format("{}: the Jacobian of {} is not given and is taken by finite differences",
                            interaction->name(), relation->name()));
    }
  }
  gathered.assign(columns, 0.0);
  jacobian.assign(entries, 0.0);
  for (std::size_t c = 0; c < contacts.size(); ++c) condenseConstant(c);
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
  const auto positions = static_cast<std::size_t>(nsds->positions());
  const auto dofs = static_cast<std::size_t>(nsds->dofs());
  const auto rows = static_cast<std::size_t>(nsds->rows());
  qStart.assign(positions, 0.0);
  for (auto* vector : {&vStart, &vFree, &forceNext}) vector->assign(dofs, 0.0);
  for (auto* vector : {&gap, &uMinus, &linearRate}) vector->assign(rows, 0.0);
  Index block = 1;
  Index largest = 1;
  for (const Contact& contact : contacts) block = std::max(block, contact.law->blockSize());
  for (const System& system : systems) largest = std::max<Index>(largest, system.n);
  blockMinus.setZero(block);
  blockShift.setZero(block);
  if (linear) return;
  massScratch.setZero(largest, largest);
  dqScratch.setZero(largest, largest);
  dvScratch.setZero(largest, largest);
}

}  // namespace nsds
