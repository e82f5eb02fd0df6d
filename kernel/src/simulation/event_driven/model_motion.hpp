// The smooth motion of a model whose closed contacts and joints are given: what EventDriven hands to a smooth
// integrator. Each row is a row of a mechanical relation that is kept at zero.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "linalg/iteration_matrices.hpp"
#include "nsds/kernel/integrators/constrained_system.hpp"
#include "nsds/kernel/modeling/mechanical_ds.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

/// A row that is kept at zero. tangentRatio: the force along the first tangent is that many times that of
/// this row, the normal one; 0 without sliding friction.
struct KeptRow {
  std::int32_t interaction;  ///< place among the model's interactions
  std::int32_t row;          ///< in the interaction
  double tangentRatio = 0.0;
  bool sticks = false;  ///< of friction: its rate is zero, wherever it stands
  friend bool operator==(const KeptRow&, const KeptRow&) = default;
};

class ModelMotion final : public ConstrainedSystem {
 public:
  /// Errors: InvalidArgument naming a system or relation that is not for event-driven simulation.
  void compile(Model& model);
  /// Rows in the order of interactions; the system keeps its sizes until the next call.
  void keep(const std::vector<KeptRow>& rows) { rows_ = rows; }
  const std::vector<KeptRow>& kept() const { return rows_; }

  Index positions() const override { return positions_; }
  Index dofs() const override { return dofs_; }
  Index constraints() const override { return static_cast<Index>(rows_.size()); }
  void mass(VectorConstRef q, MatrixRef M) override;
  bool factoriseMass(VectorConstRef q) override;
  void solveMass(MatrixRef x) override;
  void force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) override;
  void forceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq, MatrixRef dv) override;
  void gap(double t, VectorConstRef q, VectorRef g) override;
  void jacobian(double t, VectorConstRef q, MatrixRef G) override;
  void timeDerivative(double t, VectorConstRef q, VectorRef rate) override;
  void curvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) override;
  bool oblique() const override;
  void forceDirections(double t, VectorConstRef q, MatrixRef D) override;
  bool plainPositions() const override { return plain_; }
  void positionRate(VectorConstRef q, VectorConstRef v, VectorRef rate) override;
  void positionAcceleration(VectorConstRef q, VectorConstRef v, VectorConstRef a, VectorRef rate) override;
  void velocity(VectorConstRef q, VectorConstRef rate, VectorRef v) override;
  void displace(VectorConstRef q, VectorConstRef xi, VectorRef result) override;
  void normalise(VectorRef q) override;

  /// p = D^T lambda: (n) out; lambda: over the kept rows.
  void input(double t, VectorConstRef q, VectorConstRef lambda, VectorRef p);
  /// Of whole interactions: outputs y, rates U = H v + g_t, and gamma: (rows of the interaction) out.
  void output(std::int32_t interaction, double t, VectorConstRef q, double* y);
  void rate(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v, double* U);
  void curvatureOf(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v, double* gamma);

 private:
  struct System {
    const MechanicalDS* ds;
    Index position;
    Index dof;
  };
  struct Term {
    std::size_t system;
    Index column;  // of the relation's Jacobian
  };
  struct Contact {
    const MechanicalRelation* relation;
    std::vector<Term> terms;
    Index positions;
    Index columns;
    bool evaluated;  // G of a constant Jacobian is in H
    Matrix H;
    double step = std::numeric_limits<double>::infinity();  // of the last difference
  };

  void gatherPositions(const Contact& contact, VectorConstRef q);
  void gatherVelocities(const Contact& contact, VectorConstRef v);
  void evaluateJacobian(Contact& contact, double t, VectorConstRef q);
  void differenceCurvature(Contact& contact, double t, VectorRef gamma);
  double differenceOver(Contact& contact, double t, double step, VectorRef gamma);
  void fill(double t, VectorConstRef q, bool directions, MatrixRef out);

  NonSmoothDynamicalSystem* nsds_ = nullptr;
  Scales scales_{1.0, 1.0, 1.0};
  std::vector<System> systems_;
  std::vector<Contact> contacts_;
  std::vector<KeptRow> rows_;
  IterationMatrices masses_;
  bool constantMass_ = false;
  bool massKnown_ = false;
  bool massRegular_ = false;
  bool plain_ = true;
  Index positions_ = 0;
  Index dofs_ = 0;
  Matrix scratch_;
  Vector q_, displaced_, v_, y_, rate_, near_;
};

}  // namespace nsds
