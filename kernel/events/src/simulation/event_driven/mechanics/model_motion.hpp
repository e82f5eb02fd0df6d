// The smooth motion of a model whose constraint rows are given: what EventDriven hands to a smooth
// integrator.
#pragma once

#include "nsds/kernel/integrators/constrained_system.hpp"
#include "simulation/event_driven/mechanics/contact_kinematics.hpp"
#include "simulation/event_driven/mechanics/model_systems.hpp"

namespace nsds {

/// This has the systems and relations of a model, compiled for event-driven simulation.
struct MechanicalModel {
  MechanicalModel() = default;
  MechanicalModel(const MechanicalModel&) = delete;  // the parts refer to each other
  MechanicalModel& operator=(const MechanicalModel&) = delete;

  CompiledModel compiled;
  ModelSystems systems{compiled};
  ContactKinematics contacts{compiled};

  /// Errors: InvalidArgument naming a system or relation that is not for event-driven simulation.
  void compile(Model& model) {
    compiled.compile(model.nsds());
    systems.compile();
    contacts.compile(model.scales());
  }
};

class ModelMotion final : public ConstrainedSystem {
 public:
  /// Both are borrowed; the rows must not change while an integrator runs.
  ModelMotion(MechanicalModel& model, const ConstraintRows& rows) : model_(model), rows_(rows) {}

  Index positions() const override { return model_.systems.positions(); }
  Index dofs() const override { return model_.systems.dofs(); }
  Index constraints() const override { return static_cast<Index>(rows_.size()); }
  void mass(VectorConstRef q, MatrixRef M) override { model_.systems.mass(q, M); }
  bool factoriseMass(VectorConstRef q) override { return model_.systems.factoriseMass(q); }
  void solveMass(MatrixRef x) override { model_.systems.solveMass(x); }
  void force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) override {
    model_.systems.force(t, q, v, F);
  }
  void forceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq, MatrixRef dv) override {
    model_.systems.forceJacobians(t, q, v, dq, dv);
  }
  void gap(double t, VectorConstRef q, VectorRef g) override { model_.contacts.gaps(rows_, t, q, g); }
  void jacobian(double t, VectorConstRef q, MatrixRef G) override {
    model_.contacts.jacobian(rows_, t, q, G);
  }
  void timeDerivative(double t, VectorConstRef q, VectorRef rate) override {
    model_.contacts.timeDerivative(rows_, t, q, rate);
  }
  void curvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) override {
    model_.contacts.curvature(rows_, t, q, v, gamma);
  }
  bool oblique() const override;
  void forceDirections(double t, VectorConstRef q, MatrixRef D) override {
    model_.contacts.forceDirections(rows_, t, q, D);
  }
  bool plainPositions() const override { return model_.systems.plainPositions(); }
  void positionRate(VectorConstRef q, VectorConstRef v, VectorRef rate) override {
    model_.systems.positionRate(q, v, rate);
  }
  void positionAcceleration(VectorConstRef q, VectorConstRef v, VectorConstRef a, VectorRef rate) override {
    model_.systems.positionAcceleration(q, v, a, rate);
  }
  void velocity(VectorConstRef q, VectorConstRef rate, VectorRef v) override {
    model_.systems.velocity(q, rate, v);
  }
  void displace(VectorConstRef q, VectorConstRef xi, VectorRef result) override {
    model_.systems.displace(q, xi, result);
  }
  void normalise(VectorRef q) override { model_.systems.normalise(q); }

 private:
  MechanicalModel& model_;
  const ConstraintRows& rows_;
};

}  // namespace nsds
