// Gaps, rates, Jacobians and accelerations of the mechanical relations of a model, of whole interactions or
// of the rows that are constraints of the smooth motion:
//
//   y = g(t, q),   U = H v + g_t,   dU/dt = H v̇ + γ,   γ = Ḣ v + 2 g_tq v + g_tt.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "nsds/kernel/modeling/mechanical_ds.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "simulation/event_driven/mechanics/model_systems.hpp"

namespace nsds {

/// Smooth motion holds this row of a relation at zero.
struct ConstraintRow {
  std::int32_t interaction = 0;  ///< place among the model's interactions
  std::int32_t row = 0;          ///< in the interaction
  double tangentRatio = 0.0;  ///< force along the first tangent over that of this row; 0: no sliding friction
  bool velocityAlone = false;  ///< a row of friction: its rate is zero, wherever it stands
  friend bool operator==(const ConstraintRow&, const ConstraintRow&) = default;
};
using ConstraintRows = std::vector<ConstraintRow>;

class ContactKinematics {
 public:
  /// Errors: InvalidArgument naming a relation that is not for event-driven simulation.
  void compile(Model& model);

  /// Evaluates y and U of all interactions: (rows) of the model, out.
  void evaluate(double t, VectorConstRef q, VectorConstRef v, double* y, double* U);
  /// Evaluates y, U and γ of one interaction: (rows of the interaction) out.
  void outputAndRate(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v, double* y,
                     double* U);
  void rate(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v, double* U);
  void curvature(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v, double* gamma);

  /// Evaluates y, G, D, g_t and γ over rows that are in the order of interactions: out. D has in place of a
  /// row of G that row plus tangentRatio times the next.
  void gaps(const ConstraintRows& rows, double t, VectorConstRef q, VectorRef y);
  void jacobian(const ConstraintRows& rows, double t, VectorConstRef q, MatrixRef G);
  void forceDirections(const ConstraintRows& rows, double t, VectorConstRef q, MatrixRef D);
  void timeDerivative(const ConstraintRows& rows, double t, VectorConstRef q, VectorRef rate);
  void curvature(const ConstraintRows& rows, double t, VectorConstRef q, VectorConstRef v, VectorRef gamma);
  /// Writes the forces λ of rows, and those along tangents that follow from them, to `all`: (rows of the
  /// model) in/out; and Dᵀλ to p: (n) out.
  void writeForces(const ConstraintRows& rows, double t, VectorConstRef q, VectorConstRef lambda, double* all,
                   VectorRef p);

 private:
  struct Contact {
    const MechanicalRelation* relation;
    std::vector<PlacedSystem> systems;  // in the order of the columns of H
    Index firstRow;                     // in the model
    Index positions = 0;                // of its systems, stacked
    bool evaluated = false;             // a constant Jacobian is in H
    Matrix H;
    double step = std::numeric_limits<double>::infinity();  // of the last difference
  };

  void output(const Contact& contact, double t, VectorConstRef q, double* y);
  void stackPositions(const Contact& contact, VectorConstRef q);
  void stackVelocities(const Contact& contact, VectorConstRef v);
  void evaluateJacobian(Contact& contact, double t, VectorConstRef q);
  void differenceCurvature(Contact& contact, double t, VectorRef gamma);
  double differenceOver(Contact& contact, double t, double step, VectorRef gamma);
  void fillRows(const ConstraintRows& rows, double t, VectorConstRef q, bool directions, MatrixRef out);

  Scales scales_{1.0, 1.0, 1.0};
  std::vector<Contact> contacts_;
  Vector q_, v_, displaced_;     // stacked, of the systems of one contact
  Vector y_, partial_, nearby_;  // rows of one contact; nearby_: three times
};

}  // namespace nsds
