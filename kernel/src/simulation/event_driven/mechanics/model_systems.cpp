#include "simulation/event_driven/mechanics/model_systems.hpp"

#include <algorithm>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/lagrangian_linear_ti_ds.hpp"

namespace nsds {

namespace {

void checkSystem(const MechanicalDS* ds, const DynamicalSystem& system) {
  check::that(ds != nullptr, "event-driven simulation moves mechanical systems; {} is not one",
              system.name());
  check::that(ds->prescribed().empty(),
              "event-driven simulation does not take prescribed velocities ({}); link the system by a "
              "LagrangianRheonomousR and an EqualityConditionNSL instead",
              ds->name());
}

}  // namespace

void ModelSystems::compile(const NonSmoothDynamicalSystem& nsds) {
  systems_.clear();
  positions_ = nsds.positions();
  dofs_ = nsds.dofs();
  plain_ = constantMass_ = true;
  massKnown_ = false;
  std::vector<std::int32_t> sizes;
  Index largest = 0;
  for (const auto& system : nsds.systems()) {
    const auto* ds = dynamic_cast<const MechanicalDS*>(system.get());
    checkSystem(ds, *system);
    const Placement placement = nsds.placement(*ds);
    systems_.push_back({ds, placement.position, placement.dof});
    sizes.push_back(static_cast<std::int32_t>(ds->dimension()));
    plain_ = plain_ && ds->plainCoordinates();
    constantMass_ = constantMass_ && ds->constantMass();
    if (dynamic_cast<const LagrangianLinearTIDS*>(ds) == nullptr)
      largest = std::max(largest, ds->dimension());
  }
  masses_.reset(sizes);
  scratch_.setZero(largest, largest);
}

void ModelSystems::mass(VectorConstRef q, MatrixRef M) const {
  M.setZero();
  for (const PlacedSystem& s : systems_) {
    const Index n = s.ds->dimension();
    s.ds->mass(q.segment(s.position, s.ds->positionSize()), M.block(s.dof, s.dof, n, n));
  }
}

bool ModelSystems::factoriseMass(VectorConstRef q) {
  if (constantMass_ && massKnown_) return massRegular_;
  massRegular_ = true;
  try {
    for (std::size_t i = 0; i < systems_.size(); ++i) {
      const PlacedSystem& s = systems_[i];
      const MechanicalDS& ds = *s.ds;
      if (massKnown_ && ds.constantMass()) continue;
      if (const auto* linear = dynamic_cast<const LagrangianLinearTIDS*>(&ds)) {
        masses_.assignStored(i, linear->massMatrix(), ds);
        continue;
      }
      auto M = scratch_.topLeftCorner(ds.dimension(), ds.dimension());
      ds.mass(q.segment(s.position, ds.positionSize()), M);
      masses_.assign(i, M, ds);
    }
    massKnown_ = true;
  } catch (const InvalidArgument&) {
    throw;
  } catch (const Error&) {
    massRegular_ = false;
    massKnown_ = constantMass_;
  }
  return massRegular_;
}

void ModelSystems::solveMass(MatrixRef x) {
  for (Index j = 0; j < x.cols(); ++j) {
    for (std::size_t i = 0; i < systems_.size(); ++i) masses_.solve(i, x.col(j).data() + systems_[i].dof);
  }
}

void ModelSystems::force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) const {
  for (const PlacedSystem& s : systems_) {
    const Index n = s.ds->dimension();
    s.ds->force(t, q.segment(s.position, s.ds->positionSize()), v.segment(s.dof, n), F.segment(s.dof, n));
  }
}

void ModelSystems::acceleration(double t, VectorConstRef q, VectorConstRef v, VectorRef a) {
  force(t, q, v, a);
  factoriseMass(q);
  solveMass(a);
}

void ModelSystems::forceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                                  MatrixRef dv) const {
  dq.setZero();
  dv.setZero();
  for (const PlacedSystem& s : systems_) {
    const Index n = s.ds->dimension();
    s.ds->forceJacobians(t, q.segment(s.position, s.ds->positionSize()), v.segment(s.dof, n),
                         dq.block(s.dof, s.dof, n, n), dv.block(s.dof, s.dof, n, n));
  }
}

void ModelSystems::positionRate(VectorConstRef q, VectorConstRef v, VectorRef rate) const {
  for (const PlacedSystem& s : systems_) {
    const Index m = s.ds->positionSize();
    s.ds->positionRate(q.segment(s.position, m), v.segment(s.dof, s.ds->dimension()),
                       rate.segment(s.position, m));
  }
}

void ModelSystems::positionAcceleration(VectorConstRef q, VectorConstRef v, VectorConstRef a,
                                        VectorRef rate) const {
  for (const PlacedSystem& s : systems_) {
    const Index m = s.ds->positionSize();
    const Index n = s.ds->dimension();
    s.ds->positionAcceleration(q.segment(s.position, m), v.segment(s.dof, n), a.segment(s.dof, n),
                               rate.segment(s.position, m));
  }
}

void ModelSystems::velocity(VectorConstRef q, VectorConstRef rate, VectorRef v) const {
  for (const PlacedSystem& s : systems_) {
    const Index m = s.ds->positionSize();
    s.ds->velocityOf(q.segment(s.position, m), rate.segment(s.position, m),
                     v.segment(s.dof, s.ds->dimension()));
  }
}

void ModelSystems::displace(VectorConstRef q, VectorConstRef xi, VectorRef result) const {
  for (const PlacedSystem& s : systems_) {
    const Index m = s.ds->positionSize();
    s.ds->displace(q.segment(s.position, m), xi.segment(s.dof, s.ds->dimension()),
                   result.segment(s.position, m));
  }
}

void ModelSystems::normalise(VectorRef q) const {
  for (const PlacedSystem& s : systems_) s.ds->normalise(q.segment(s.position, s.ds->positionSize()));
}

}  // namespace nsds
