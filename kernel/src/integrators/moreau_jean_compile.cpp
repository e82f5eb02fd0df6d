// Compilation: systems and relations to flat records, constant operators evaluated and factorised once.
#include <algorithm>
#include <utility>

#include "integrators/moreau_jean.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

/// True if W is constant and the forces depend on time alone, but for K q + C v, which the scheme treats
/// itself.
bool isSteady(const DynamicalSystem& system) {
  if (const auto* body = dynamic_cast<const NewtonEulerDS*>(&system)) return body->linear();
  return dynamic_cast<const LagrangianLinearTIDS*>(&system) != nullptr;
}

SystemMatrix massOf(const MechanicalDS& system) {
  if (const auto* linear = dynamic_cast<const LagrangianLinearTIDS*>(&system)) return linear->massMatrix();
  Matrix mass(system.dimension(), system.dimension());
  system.mass(system.initialPosition(), mass);
  return mass;
}

}  // namespace

void MoreauJeanOSI::Implementation::compile(Model& model, double h) {
  nsds = &model.nsds();
  scales = model.scales();
  step = {nsds->time(), nsds->time() + h, h};
  compileSystems();
  layOut(*nsds, keepsFeedthrough, keepMatrices, condensed);
  compileMatrices();
  compileContacts();
  reserve();
  sortSystems();
  compileLaws();
  compileActivation();
}

void MoreauJeanOSI::Implementation::compileSystems() {
  systems.clear();
  coordinates.clear();
  turning.clear();
  linear = true;
  anyPrescribed = false;
  std::int32_t prescribed = 0;
  for (const auto& system : nsds->systems()) {
    auto* ds = dynamic_cast<MechanicalDS*>(system.get());
    check::that(ds != nullptr || shared,
                "MoreauJeanOSI does not integrate {}, which is not a mechanical system; EulerMoreauOSI takes "
                "first-order ones, MixedOrderOSI both",
                system->name());
    const Placement placement = nsds->placement(*system);
    const std::int32_t n = asInt(system->dimension());
    if (ds == nullptr) {
      systems.push_back({nullptr, nullptr, nullptr, false, n, 0, 0, asInt(placement.dof), prescribed});
      continue;
    }
    const bool steady = isSteady(*ds);
    const System record{ds,
                        dynamic_cast<const LagrangianLinearTIDS*>(ds),
                        dynamic_cast<const NewtonEulerDS*>(ds),
                        steady,
                        n,
                        asInt(placement.position),
                        asInt(ds->positionSize()),
                        asInt(placement.dof),
                        prescribed};
    prescribed += n * asInt(static_cast<Index>(ds->prescribed().size()));
    if (dynamic_cast<const LagrangianDS*>(ds) == nullptr) {
      turning.push_back(systems.size());
    } else if (!coordinates.empty() && coordinates.back().dof + coordinates.back().size == record.dof &&
               coordinates.back().position + coordinates.back().size == record.position) {
      coordinates.back().size += n;
    } else {
      coordinates.push_back({record.position, record.dof, n});
    }
    systems.push_back(record);
    if (!record.steady) linear = false;
    if (!ds->prescribed().empty()) anyPrescribed = true;
    if (!ds->exactJacobians() && told.insert(ds->id().value).second) {
      nsds->log(LogLevel::info,
                fmt::format("{}: a Jacobian of its forces is not given and is taken by finite "
                            "differences",
                            ds->name()));
    }
  }
  prescribedColumns.assign(static_cast<std::size_t>(prescribed), 0.0);
}

/// The iteration matrices that stay: W = M + h theta C + h^2 theta^2 K.
void MoreauJeanOSI::Implementation::compileMatrices() {
  std::vector<std::int32_t> sizes;
  for (const System& system : systems) sizes.push_back(system.n);
  matrices.reset(sizes);
  for (std::size_t s = 0; s < systems.size(); ++s) {
    const System& system = systems[s];
    if (!system.steady) continue;  // nor if another integrator steps it
    SystemMatrix W = massOf(*system.ds);
    if (system.linear != nullptr) {
      W.add(step.h * theta, system.linear->damping());
      W.add(step.h * step.h * theta * theta, system.linear->stiffness());
    }
    condensePrescribed(system, W);
    if (double* const kept = keptMatrix(s)) W.copyTo(Eigen::Map<Matrix>(kept, system.n, system.n));
    matrices.assignStored(s, W, *system.ds);
  }
  for (const System& system : stepped(systems)) {
    for (const auto& prescribed : system.ds->prescribed())
      condensed.held[static_cast<std::size_t>(system.dof + prescribed.first)] = 1;
  }
}

/// Where the condensed operator keeps the iteration matrix of a system, null if it does not.
double* MoreauJeanOSI::Implementation::keptMatrix(std::size_t system) {
  const std::int32_t at = condensed.systems[system].matrix;
  return at >= 0 ? condensed.pool.data() + at : nullptr;
}

/// Which system is stepped by which loop. Forces that stay are evaluated here, once.
void MoreauJeanOSI::Implementation::sortSystems() {
  plain.clear();
  for (auto* list : {&driven, &coupled, &nonlinear}) list->clear();
  for (std::size_t s = 0; s < systems.size(); ++s) {
    const System& system = systems[s];
    if (system.ds == nullptr) continue;
    if (!system.steady) {
      nonlinear.push_back(s);
      continue;
    }
    if (system.ds->constantFExt()) {
      system.ds->fExt(step.t0, view(constantForces.data() + system.dof, system.n));
    } else {
      driven.push_back(s);
    }
    const bool sprung =
        system.linear != nullptr && !(system.linear->damping().zero() && system.linear->stiffness().zero());
    if (sprung || !system.ds->prescribed().empty() || !matrices.isDiagonal(s)) {
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
  flatOutputs = true;
  shiftsOutput = false;
  middle.clear();
  directions.clear();
  for (auto* vector : {&offset, &rateOffset}) vector->assign(static_cast<std::size_t>(nsds->rows()), 0.0);
  std::size_t coordinateCount = 0;
  std::size_t columns = 0;
  std::size_t entries = 0;
  for (const auto& interaction : nsds->interactions()) {
    compileContact(*interaction);
    std::size_t width = 0;
    std::size_t stacked = 0;
    for (const DynamicalSystem* system : interaction->systems()) {
      width += static_cast<std::size_t>(system->dimension());
      stacked += static_cast<std::size_t>(system->positionSize());
    }
    columns = std::max(columns, width);
    coordinateCount = std::max(coordinateCount, stacked);
    entries = std::max(entries, width * static_cast<std::size_t>(interaction->rows()));
  }
  gathered.assign(std::max(columns, coordinateCount), 0.0);
  jacobian.assign(entries, 0.0);
  flat.clear();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    condenseConstant(c);
    if (contacts[c].affine) {
      flat.append(condensed, condensed.interactions[c], contacts[c].constantOperator);
    } else {
      flat.skip(condensed.interactions[c].rows);
    }
  }
}

void MoreauJeanOSI::Implementation::compileContact(const Interaction& interaction) {
  const auto* relation = dynamic_cast<const MechanicalRelation*>(&interaction.relation());
  check::that(relation != nullptr || shared, "MoreauJeanOSI does not take the relation {} of {}",
              interaction.relation().name(), interaction.name());
  if (relation == nullptr) {
    flatOutputs = false;
    contacts.emplace_back().law = &interaction.law();
    return;
  }
  bool affine = relation->constantJacobian();
  bool steady = relation->constantJacobian();
  bool diagonal = true;  // iteration matrices, and for good
  for (const CondensedTerm& term : termsOf(condensed, condensed.interactions[contacts.size()])) {
    const System& system = systems[static_cast<std::size_t>(term.system)];
    affine = affine && dynamic_cast<const LagrangianDS*>(system.ds) != nullptr;
    steady = steady && system.steady;
    diagonal = diagonal && system.steady && matrices.isDiagonal(static_cast<std::size_t>(term.system));
  }
  const bool compliant = relation->compliance().size() != 0;
  check::that(!compliant || theta > 0.0, "{}: a compliant relation needs an implicit step, theta > 0",
              interaction.name());
  check::that(!compliant || affine, "{}: a compliant relation has the output y = H q + b + D f",
              interaction.name());
  check::that(!compliant || !interaction.law().needsVelocity(),
              "{}: the law of a compliant relation holds for its output; {} speaks of impact velocities",
              interaction.name(), interaction.law().name());
  const bool frozen = relation->constantJacobian() || relation->frozenJacobian();
  if (!frozen) linear = false;
  constantOperators = constantOperators && steady;
  flatOutputs = flatOutputs && affine && !compliant;
  shiftsOutput = shiftsOutput || relation->rheonomous() || compliant;
  // Formulations that ask for the matrices make the operator themselves, with one H for both sides.
  const bool central = relation->centralImpulses() && !frozen && !keepMatrices;
  contacts.push_back({relation, &interaction.law(), nsds->lawState(interaction), relation->constantJacobian(),
                      affine, frozen, steady, compliant, false,
                      central ? asInt(static_cast<Index>(directions.size())) : -1});
  condensed.interactions[contacts.size() - 1].symmetric = diagonal && !central && !compliant;
  if (central) {
    middle.resize(static_cast<std::size_t>(nsds->positions()));
    for (const DynamicalSystem* system : interaction.systems())
      directions.resize(directions.size() +
                        static_cast<std::size_t>(interaction.rows() * system->dimension()));
  }
  if (!relation->exactJacobian() && told.insert(interaction.id().value).second) {
    nsds->log(LogLevel::info,
              fmt::format("{}: the Jacobian of {} is not given and is taken by finite differences",
                          interaction.name(), relation->name()));
  }
}

/// The coefficients of laws whose shift is a multiple of U-; the others are called in every step.
void MoreauJeanOSI::Implementation::compileLaws() {
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (contacts[c].relation == nullptr) continue;
    const CondensedInteraction& record = condensed.interactions[c];
    const Index size = contacts[c].law->blockSize();
    for (std::int32_t row = record.row; row < record.row + record.rows;
         row += static_cast<std::int32_t>(size))
      contacts[c].callsLaw = !contacts[c].law->restitution(theta, view(restitution.data() + row, size));
  }
}

void MoreauJeanOSI::Implementation::compileActivation() {
  std::vector<std::uint8_t> always;
  for (const Contact& contact : contacts) {
    // Multipliers of both signs, or a law for the output, have no gap to wait for; nor are relations of the
    // other integrator for this one to judge.
    const AdmissibleSet set = contact.law->admissibleSet();
    const bool bothSigns = std::holds_alternative<FreeSet>(set) || std::holds_alternative<BoxSet>(set) ||
                           std::holds_alternative<PolyhedronSet>(set);
    always.push_back(contact.relation == nullptr || bothSigns || contact.compliant ? 1 : 0);
  }
  activation.compile(scales, step.h, std::move(always), nsds->rows());
}

void MoreauJeanOSI::Implementation::condenseConstant(std::size_t contact) {
  const CondensedInteraction& record = condensed.interactions[contact];
  const Contact& c = contacts[contact];
  if (c.compliant) {
    // y / (h theta) is a velocity: its complement is D / (h^2 theta).
    Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
        condensed.pool.data() + record.feedthrough, record.rows, record.rows) =
        c.relation->compliance() / (step.h * step.h * theta);
  }
  if (c.relation == nullptr || !c.frozen) return;
  keepJacobian(contact);
  if (c.affine) {
    std::fill(gathered.begin(), gathered.end(), 0.0);
    Index width = 0;
    for (const CondensedTerm& term : termsOf(condensed, record)) width += term.size;
    c.relation->output(step.t0, view(gathered.data(), width), view(offset.data() + record.row, record.rows));
  }
  if (c.constantOperator) condense(contact);
}

void MoreauJeanOSI::Implementation::reserve() {
  constantForces.assign(static_cast<std::size_t>(nsds->dofs()), 0.0);
  const auto rows = static_cast<std::size_t>(nsds->rows());
  for (auto* vector : {&predictedGap, &predictedRate, &linearRate, &restitution}) vector->assign(rows, 0.0);
  Index block = 1;
  Index largest = 1;
  Index nonlinearSize = 0;
  for (const Contact& contact : contacts) block = std::max(block, contact.law->blockSize());
  for (const System& system : stepped(systems)) {
    largest = std::max<Index>(largest, system.n);
    if (!system.steady) nonlinearSize = std::max<Index>(nonlinearSize, system.n);
  }
  for (auto* vector : {&slow, &shift}) vector->assign(static_cast<std::size_t>(block), 0.0);
  displacement.assign(static_cast<std::size_t>(largest), 0.0);
  for (auto* vector : {&correction, &magnitude}) vector->assign(static_cast<std::size_t>(largest), 0.0);
  for (Matrix* scratch : {&massScratch, &dqScratch, &dvScratch})
    scratch->setZero(nonlinearSize, nonlinearSize);
}

}  // namespace nsds
