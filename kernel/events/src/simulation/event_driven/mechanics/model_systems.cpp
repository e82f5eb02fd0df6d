#include "simulation/event_driven/mechanics/model_systems.hpp"

#include <algorithm>

#include "modeling/checks.hpp"

namespace nsds {

namespace {

void checkSystem(const MechanicalDS* ds, const DynamicalSystem& system) {
  check::that(ds != nullptr, "smooth integrators move mechanical systems with their contacts; {} is not one",
              system.name());
  check::that(ds->prescribed().empty(),
              "smooth integrators do not take prescribed velocities ({}); link the system by a "
              "LagrangianRheonomousR and an EqualityConditionNSL instead",
              ds->name());
}

}  // namespace

void ModelSystems::compile() {
  plain_ = constantMass_ = true;
  massKnown_ = false;
  Index largest = 0;
  for (std::size_t i = 0; i < model_.systems.size(); ++i) {
    const MechanicalDS* const ds = model_.systems[i].mechanical;
    checkSystem(ds, *model_.nsds->systems()[i]);
    plain_ = plain_ && ds->plainCoordinates();
    constantMass_ = constantMass_ && ds->constantMass();
    if (model_.systems[i].linear == nullptr) largest = std::max(largest, ds->dimension());
  }
  scratch_.setZero(largest, largest);
}

void ModelSystems::mass(VectorConstRef q, MatrixRef M) const {
  M.setZero();
  for (const PlacedSystem& s : model_.systems) {
    const Index n = s.n;
    s.mechanical->mass(q.segment(s.position, s.positions), M.block(s.dof, s.dof, n, n));
  }
}

bool ModelSystems::factoriseMass(VectorConstRef q) {
  // Constant masses are factorised once, for the whole model or for the systems that have one.
  if (constantMass_ && massKnown_) return massRegular_;
  massRegular_ = true;
  try {
    for (std::size_t i = 0; i < model_.systems.size(); ++i) {
      const PlacedSystem& s = model_.systems[i];
      const MechanicalDS& ds = *s.mechanical;
      if (massKnown_ && ds.constantMass()) continue;
      // A linear system keeps its mass matrix in its own storage, sparse where it is.
      if (s.linear != nullptr) {
        model_.matrices.assignStored(i, s.linear->mass, ds);
        continue;
      }
      auto M = scratch_.topLeftCorner(ds.dimension(), ds.dimension());
      ds.mass(q.segment(s.position, ds.positionSize()), M);
      model_.matrices.assign(i, M, ds);
    }
    // A mass that cannot be factorised is an answer here, but a refused argument stays an error.
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
    for (std::size_t i = 0; i < model_.systems.size(); ++i)
      model_.matrices.solve(i, x.col(j).data() + model_.systems[i].dof);
  }
}

void ModelSystems::force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) const {
  for (const PlacedSystem& s : model_.systems) {
    const Index n = s.n;
    s.mechanical->force(t, q.segment(s.position, s.positions), v.segment(s.dof, n), F.segment(s.dof, n));
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
  for (const PlacedSystem& s : model_.systems) {
    const Index n = s.n;
    s.mechanical->forceJacobians(t, q.segment(s.position, s.positions), v.segment(s.dof, n),
                                 dq.block(s.dof, s.dof, n, n), dv.block(s.dof, s.dof, n, n));
  }
}

void ModelSystems::positionRate(VectorConstRef q, VectorConstRef v, VectorRef rate) const {
  for (const PlacedSystem& s : model_.systems) {
    const Index m = s.positions;
    s.mechanical->positionRate(q.segment(s.position, m), v.segment(s.dof, s.n), rate.segment(s.position, m));
  }
}

void ModelSystems::positionAcceleration(VectorConstRef q, VectorConstRef v, VectorConstRef a,
                                        VectorRef rate) const {
  for (const PlacedSystem& s : model_.systems) {
    const Index m = s.positions;
    const Index n = s.n;
    s.mechanical->positionAcceleration(q.segment(s.position, m), v.segment(s.dof, n), a.segment(s.dof, n),
                                       rate.segment(s.position, m));
  }
}

void ModelSystems::velocity(VectorConstRef q, VectorConstRef rate, VectorRef v) const {
  for (const PlacedSystem& s : model_.systems) {
    const Index m = s.positions;
    s.mechanical->velocityOf(q.segment(s.position, m), rate.segment(s.position, m), v.segment(s.dof, s.n));
  }
}

void ModelSystems::displace(VectorConstRef q, VectorConstRef xi, VectorRef result) const {
  for (const PlacedSystem& s : model_.systems) {
    const Index m = s.positions;
    s.mechanical->displace(q.segment(s.position, m), xi.segment(s.dof, s.n), result.segment(s.position, m));
  }
}

void ModelSystems::normalise(VectorRef q) const {
  for (const PlacedSystem& s : model_.systems) s.mechanical->normalise(q.segment(s.position, s.positions));
}

}  // namespace nsds
