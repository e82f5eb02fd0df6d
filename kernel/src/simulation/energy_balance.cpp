#include "nsds/kernel/simulation/energy_balance.hpp"

#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"
#include "nsds/kernel/integrators/moreau_jean_osi.hpp"
#include "nsds/kernel/modeling/mechanical_ds.hpp"
#include "nsds/kernel/simulation/time_stepping.hpp"

namespace nsds {

namespace {

VectorView look(const double* data, Index size) {
  return {data, size};
}

/// A step that exchanges less than this share of the largest exchange so far is one at rest.
constexpr double atRest = 1e-6;

struct Stored {
  double kinetic = 0.0;
  double elastic = 0.0;
};

Stored storedEnergy(const Simulation& simulation) {
  Stored stored;
  for (const auto& system : simulation.model().nsds().systems()) {
    const auto* mechanical = dynamic_cast<const MechanicalDS*>(system.get());
    if (mechanical == nullptr) continue;
    stored.kinetic += mechanical->kineticEnergy();
    if (const LinearMotion* const motion = mechanical->linearMotion())
      stored.elastic += 0.5 * motion->stiffness.quadratic(mechanical->q());
  }
  return stored;
}

}  // namespace

void EnergyBalance::begin(const Simulation& simulation) {
  check::that(simulation.showsEveryStep(),
              "EnergyBalance adds up every step; of adaptive time stepping observers see samples alone");
  const auto* stepping = dynamic_cast<const TimeStepping*>(&simulation);
  const auto* integrator =
      stepping == nullptr ? nullptr : dynamic_cast<const MoreauJeanOSI*>(&stepping->integrator());
  check::that(integrator != nullptr, "EnergyBalance speaks of steps of MoreauJeanOSI");
  theta_ = integrator->theta();
  between_ = integrator->evaluation() == Evaluation::middle;
  history_.clear();
  worstDefect_ = largestExchange_ = 0.0;
  now_ = {};
  now_.time = simulation.time();
  const Stored stored = storedEnergy(simulation);
  now_.kinetic = stored.kinetic;
  now_.elastic = stored.elastic;
  if (keepHistory_) history_.push_back(now_);
}

void EnergyBalance::step(const Simulation& simulation) {
  const double before = now_.kinetic;
  const double h = simulation.lastTimeStep();
  now_.time = simulation.time();
  now_.largestNormal = now_.largestTangential = 0.0;
  Works works;
  addSystems(simulation, h, works);
  addMultipliers(simulation, works);
  const Stored stored = storedEnergy(simulation);
  now_.kinetic = stored.kinetic;
  now_.elastic = stored.elastic;

  // The kinetic energy changes by the works of the step; what is left is the defect.
  now_.defect = now_.kinetic - before;
  now_.exchanged = std::max(now_.kinetic, before);
  for (const double work : {works.external, works.internal, works.prescribed, works.normal, works.tangential,
                            works.bilateral, works.bounded, works.driven}) {
    now_.defect -= work;
    now_.exchanged += std::abs(work);
  }

  // Works are summed over the steps.
  now_.external += works.external;
  now_.internal += works.internal;
  now_.prescribed += works.prescribed;
  now_.normal += works.normal;
  now_.tangential += works.tangential;
  now_.bilateral += works.bilateral;
  now_.bounded += works.bounded;
  now_.driven += works.driven;

  // A step at rest is measured against a share of the largest exchange, because its own is rounding.
  largestExchange_ = std::max(largestExchange_, now_.exchanged);
  const double scale = std::max(now_.exchanged, atRest * largestExchange_);
  if (scale > 0.0) worstDefect_ = std::max(worstDefect_, std::abs(now_.defect) / scale);
  if (keepHistory_) history_.push_back(now_);
}

/// Works of what acts on the systems, at the mean velocity of the step.
void EnergyBalance::addSystems(const Simulation& simulation, double h, Works& works) {
  const NonSmoothDynamicalSystem& nsds = simulation.model().nsds();
  for (const auto& system : nsds.systems()) {
    const auto* ds = dynamic_cast<const MechanicalDS*>(system.get());
    if (ds == nullptr) continue;
    const Index n = ds->dimension();
    const Placement place = nsds.placement(*ds);
    const VectorView vStart = look(nsds.flat().startVelocity() + place.dof, n);
    const VectorView v = ds->v();
    mean_ = 0.5 * (vStart + v);
    const Vector vTheta = theta_ * v + (1.0 - theta_) * vStart;
    const LinearMotion* const motion = ds->linearMotion();
    // The integrator averages F_ext of linear systems, and F without gyroscopic terms of the others.
    placeBetween(simulation, *ds);
    if (!between_) {
      force_ = (1.0 - theta_) * look(nsds.flat().startForce() + place.dof, n) +
               theta_ * look(nsds.flat().force() + place.dof, n);
    } else {
      const double t = theta_ * nsds.time() + (1.0 - theta_) * nsds.flat().startTime();
      force_.setZero(n);
      if (motion != nullptr) {
        ds->fExt(t, force_);
      } else {
        ds->forceWithoutGyroscopic(t, point_, vTheta, force_);
      }
    }
    works.external += h * mean_.dot(force_);
    if (!ds->constantMass()) {
      const VectorView qStart = look(nsds.flat().startPosition() + place.position, ds->positionSize());
      works.external += workOfMass(*ds, qStart, vStart);
    }
    works.prescribed += mean_.dot(ds->reaction());

    // Gyroscopic terms, springs and dampers act at the mean velocity and the mean coordinates.
    force_.setZero(n);
    if (motion == nullptr && ds->hasGyroscopicTerms()) ds->addGyroscopicTerms(1.0, vTheta, force_);
    if (motion != nullptr) motion->damping.multiplyAdd(1.0, vTheta.data(), force_.data());
    if (motion != nullptr && !motion->stiffness.zero()) {
      const VectorView qStart = look(nsds.flat().startPosition() + place.position, n);
      const Vector q = (1.0 - theta_) * qStart + theta_ * ds->q();
      motion->stiffness.multiplyAdd(1.0, q.data(), force_.data());
    }
    works.internal -= h * mean_.dot(force_);
  }
}

/// Where M and F of a system were evaluated in the step.
void EnergyBalance::placeBetween(const Simulation& simulation, const MechanicalDS& ds) {
  point_ = ds.q();
  if (!between_) return;
  const NonSmoothDynamicalSystem& nsds = simulation.model().nsds();
  const Index place = nsds.placement(ds).position;
  point_ = theta_ * point_ + (1.0 - theta_) * look(nsds.flat().startPosition() + place, ds.positionSize());
  if (!ds.plainCoordinates()) ds.normalise(point_);
}

/// 1/2 v_k . (M - M_k) v_k + 1/2 v_{k+1} . (M_{k+1} - M) v_{k+1}, M where the step evaluated it.
double EnergyBalance::workOfMass(const MechanicalDS& ds, VectorConstRef qStart, VectorConstRef vStart) {
  const Index n = ds.dimension();
  mass_.setZero(n, n);
  massStart_.setZero(n, n);
  ds.mass(point_, mass_);
  ds.mass(qStart, massStart_);
  massStart_ = mass_ - massStart_;
  const double early = 0.5 * vStart.dot(massStart_ * vStart);
  if (!between_) return early;
  ds.mass(ds.q(), massStart_);
  massStart_ -= mass_;
  return early + 0.5 * ds.v().dot(massStart_ * ds.v());
}

/// The mean of g_t at both ends of the step: (rows), empty for scleronomous relations.
const Vector& EnergyBalance::meanTimeDerivative(const Simulation& simulation,
                                                const Interaction& interaction) {
  moving_.resize(0);
  const auto* relation = dynamic_cast<const MechanicalRelation*>(&interaction.relation());
  if (relation == nullptr || !relation->rheonomous()) return moving_;
  const NonSmoothDynamicalSystem& nsds = simulation.model().nsds();
  Index size = 0;
  for (const DynamicalSystem* system : interaction.systems()) size += system->positionSize();
  Vector start(size);
  Vector end(size);
  Index at = 0;
  for (const DynamicalSystem* system : interaction.systems()) {
    const Index n = system->positionSize();
    const Index place = nsds.placement(*system).position;
    start.segment(at, n) = look(nsds.flat().startPosition() + place, n);
    end.segment(at, n) = look(nsds.flat().position() + place, n);
    at += n;
  }
  Vector rate(relation->rows());
  moving_.resize(relation->rows());
  relation->timeDerivative(nsds.flat().startTime(), start, rate);
  relation->timeDerivative(nsds.time(), end, moving_);
  moving_ = 0.5 * (moving_ + rate);
  return moving_;
}

/// Works of the multipliers, lambda (U_k + U_{k+1}) / 2 row by row.
void EnergyBalance::addMultipliers(const Simulation& simulation, Works& works) {
  const NonSmoothDynamicalSystem& nsds = simulation.model().nsds();
  for (const UnitaryRelation& relation : simulation.indexSet(1)) {
    const Interaction& interaction = *relation.interaction;
    const AdmissibleSet set = interaction.law().admissibleSet();
    const Vector& moving = meanTimeDerivative(simulation, interaction);
    const bool friction = isFrictional(set);
    // Each row works at its mean rate: normal and tangential, or of a joint, a bounded law, a moving obstacle.
    double tangential = 0.0;
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const Index own = relation.rowInInteraction + r;
      const double lambda = interaction.lambda()[own];
      const double work =
          0.5 * lambda * (interaction.velocity()[own] + nsds.flat().startRate()[relation.row + r]);
      if (moving.size() > 0) works.driven -= lambda * moving[own];
      if (friction && r > 0) {
        tangential += work;
      } else if (std::holds_alternative<FreeSet>(set)) {
        works.bilateral += work;
      } else if (friction || std::holds_alternative<OrthantSet>(set)) {
        works.normal += work;
        now_.largestNormal = std::max(now_.largestNormal, work);
      } else {
        works.bounded += work;
      }
    }
    works.tangential += tangential;
    now_.largestTangential = std::max(now_.largestTangential, tangential);
  }
}

}  // namespace nsds
