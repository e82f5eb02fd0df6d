// The mechanical systems of a model as one: masses, forces and coordinates over all degrees of freedom.
#pragma once

#include <vector>

#include "integrators/iteration_matrices.hpp"
#include "nsds/kernel/modeling/mechanical_ds.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

/// A system is placed where its coordinates and velocities begin among those of the model.
struct PlacedSystem {
  const MechanicalDS* ds;
  Index position;
  Index dof;
};

class ModelSystems {
 public:
  /// Errors: InvalidArgument naming a system that is not for event-driven simulation.
  void compile(const NonSmoothDynamicalSystem& nsds);

  Index positions() const { return positions_; }
  Index dofs() const { return dofs_; }
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
  std::vector<PlacedSystem> systems_;
  IterationMatrices masses_;
  bool constantMass_ = false;
  bool massKnown_ = false;
  bool massRegular_ = false;
  bool plain_ = true;
  Index positions_ = 0;
  Index dofs_ = 0;
  Matrix scratch_;
};

}  // namespace nsds
