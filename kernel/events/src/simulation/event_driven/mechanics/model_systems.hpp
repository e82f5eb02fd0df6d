// Treats the mechanical systems of a model as one: masses, forces and coordinates over all degrees of
// freedom.
#pragma once

#include "compiled_model/compiled_model.hpp"

namespace nsds {

class ModelSystems {
 public:
  explicit ModelSystems(CompiledModel& model) : model_(model) {}

  /// Follows the compilation of the model. Errors: InvalidArgument naming a system that is not for event-driven
  /// simulation.
  void compile();

  Index positions() const { return model_.nsds->flat().positions(); }
  Index dofs() const { return model_.nsds->flat().dofs(); }
  /// Tells whether q̇ = v and displacements are added, for all systems.
  bool plainPositions() const { return plain_; }

  /// These are what ConstrainedSystem says of the functions with the same names.
  void mass(VectorConstRef q, MatrixRef M) const;
  bool factoriseMass(VectorConstRef q);
  void solveMass(MatrixRef x);
  void force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) const;
  void forceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq, MatrixRef dv) const;
  /// Computes v̇ = M⁻¹F, without contacts and joints: (n) out.
  void acceleration(double t, VectorConstRef q, VectorConstRef v, VectorRef a);
  void positionRate(VectorConstRef q, VectorConstRef v, VectorRef rate) const;
  void positionAcceleration(VectorConstRef q, VectorConstRef v, VectorConstRef a, VectorRef rate) const;
  void velocity(VectorConstRef q, VectorConstRef rate, VectorRef v) const;
  void displace(VectorConstRef q, VectorConstRef xi, VectorRef result) const;
  void normalise(VectorRef q) const;

 private:
  CompiledModel& model_;  // its iteration matrices are the masses
  bool constantMass_ = false;
  bool massKnown_ = false;
  bool massRegular_ = false;
  bool plain_ = true;
  Matrix scratch_;
};

}  // namespace nsds
